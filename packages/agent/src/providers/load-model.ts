import { ModelError } from "../model-error.ts";
import type { ProviderType, SdkModel } from "./sdk-types.ts";

/** An address without what must not be shown, and the headers that took its place. */
export interface Endpoint {
  readonly baseURL: string;
  /** For messages: without credentials, query and fragment. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

/**
 * Takes credentials out of a base URL: `fetch` refuses such addresses, and its refusal shows them.
 *
 * @throws ModelError `bad_request` for what is no http address, without repeating it
 */
export function readEndpoint(baseURL: string, apiKey: string | undefined): Endpoint {
  let url: URL;
  try {
    url = new URL(baseURL);
  } catch {
    throw new ModelError("bad_request", "The base URL is not a URL. Give one with http or https.");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ModelError("bad_request", "The base URL must begin with http:// or https://.");
  }
  const user = decoded(url.username);
  const password = decoded(url.password);
  url.username = "";
  url.password = "";
  const isNamed = user !== "" || password !== "";
  if (isNamed && apiKey !== undefined && apiKey !== "") {
    throw new ModelError(
      "bad_request",
      "Give an API key or credentials in the base URL, not both.",
    );
  }
  const basic = btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`)));
  const secrets = [apiKey, password, isNamed ? basic : undefined, url.search.slice(1)];
  return {
    baseURL: url.toString(),
    address: `${url.origin}${url.pathname}`,
    headers: isNamed ? { Authorization: `Basic ${basic}` } : {},
    secrets: secrets.filter((each): each is string => each !== undefined && each !== ""),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A redirected request would carry the key to another address. */
const fetchDirectly: typeof fetch = (input, init) => fetch(input, { ...init, redirect: "error" });

/** Loads the provider's part of the SDK, which takes a while, and makes the model. */
export async function loadModel(
  type: ProviderType,
  endpoint: Endpoint,
  apiKey: string | undefined,
  model: string,
): Promise<SdkModel> {
  const { baseURL, headers } = endpoint;
  if (type === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    // Without a key the SDK would take one from the environment, for whatever address this is.
    const key = apiKey === undefined || apiKey === "" ? "none" : apiKey;
    return createAnthropic({ baseURL, apiKey: key, headers, fetch: fetchDirectly })(model);
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const isOpenAI = new URL(baseURL).hostname === "api.openai.com";
  return createOpenAICompatible({
    name: "openaiCompatible",
    baseURL,
    headers: { ...headers },
    ...(apiKey !== undefined && apiKey !== "" && { apiKey }),
    includeUsage: true,
    fetch: fetchDirectly,
    // The one address that refuses the old name of the limit, for its reasoning models.
    ...(isOpenAI && { transformRequestBody: renameLimit }),
  })(model);
}

function renameLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens };
}
