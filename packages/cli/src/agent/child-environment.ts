type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Names under which providers' keys are kept, whatever the provider: a process that the model starts
 * must not be able to print one into the conversation.
 */
const SECRET_ENDINGS = ["_API_KEY", "_API_KEYS", "_AUTH_TOKEN", "_ACCESS_TOKEN", "_API_TOKEN"];
const SECRET_NAMES = [
  "AWS_BEARER_TOKEN_BEDROCK",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "AZURE_CLIENT_SECRET",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "HF_TOKEN",
  "HUGGING_FACE_HUB_TOKEN",
];

/** A value shorter than this may stand in another variable by chance. */
const MIN_SECRET_LENGTH = 8;

/**
 * What the agent's child processes see: everything but the provider's key, under its name or any
 * other, and the variables in which providers' keys are usually kept.
 */
export function childEnvironment(environment: Environment, keyName: string): Environment {
  const key = environment[keyName] ?? "";
  const result: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(environment)) {
    const upper = name.toUpperCase();
    const isSecret =
      upper === keyName.toUpperCase() ||
      SECRET_NAMES.includes(upper) ||
      SECRET_ENDINGS.some((ending) => upper.endsWith(ending)) ||
      (key.length >= MIN_SECRET_LENGTH && value?.includes(key) === true);
    if (!isSecret) result[name] = value;
  }
  return result;
}
