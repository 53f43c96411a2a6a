/** Variables that change what Ink and React do when they are loaded, and what they have to be. */
const AT_LOAD: Readonly<Record<string, string | undefined>> = {
  // React's development build is slow and keeps what it measures.
  NODE_ENV: "production",
  // Ink draws nothing where it finds itself in CI; here somebody sits at a terminal.
  CI: undefined,
  CONTINUOUS_INTEGRATION: undefined,
  // Ink's own tools for developers.
  DEV: undefined,
};

/** Loads Ink with the environment that it needs; afterwards everything is as it was. */
export async function loadInk(): Promise<typeof import("./start-ink.tsx")> {
  const before = Object.keys(AT_LOAD).map((name) => [name, process.env[name]] as const);
  for (const [name, value] of Object.entries(AT_LOAD)) set(name, value);
  try {
    return await import("./start-ink.tsx");
  } finally {
    for (const [name, value] of before) set(name, value);
  }
}

function set(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
