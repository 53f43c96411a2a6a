// The options of each function: any other is refused, since it is most likely misspelt. `takeOptions`
// compares them with the type of the options. Written out, not spread: a bundler keeps what is spread.

/** Of a session's catalog; what else the function takes, the session knows itself. So below. */
export const SESSION_CATALOG = {
  contextWindowTokens: true,
  maxCharacters: true,
  maxEntries: true,
  maxDescriptionCharacters: true,
  pinned: true,
  priorities: true,
  location: true,
  introduction: true,
  omissionNote: true,
} as const;

export const BUILD_CATALOG = {
  snapshot: true,
  contextWindowTokens: true,
  maxCharacters: true,
  maxEntries: true,
  maxDescriptionCharacters: true,
  pinned: true,
  priorities: true,
  location: true,
  introduction: true,
  omissionNote: true,
} as const;

export const BUILD_INTEGRITY_MANIFEST = { snapshot: true, name: true } as const;

export const BUILD_SKILL_REPORT = { snapshot: true, catalog: true } as const;

export const CHECK_SKILL_LINKS = {
  text: true,
  path: true,
  directory: true,
  firstLine: true,
  findTarget: true,
} as const;

export const CREATE_SKILL_SESSION = { snapshot: true, onEvent: true } as const;

export const CREATE_SKILL_TOOLS = { session: true, search: true } as const;

export const DISCOVER_SKILLS = {
  fileSystem: true,
  roots: true,
  homeDirectory: true,
  policy: true,
  equalPrecedence: true,
  overrides: true,
  maxDepth: true,
  maxDirectories: true,
} as const;

export const PLAN_SKILL_ROOTS = {
  cwd: true,
  workspaceRoot: true,
  trustProject: true,
  projectDirectories: true,
  configRoots: true,
  homeDirectory: true,
  configHome: true,
  adminRoot: true,
  plugins: true,
  builtinRoots: true,
} as const;

export const NODE_DISCOVER_SKILLS = {
  cwd: true,
  workspaceRoot: true,
  trustProject: true,
  projectDirectories: true,
  configRoots: true,
  homeDirectory: true,
  configHome: true,
  adminRoot: true,
  plugins: true,
  builtinRoots: true,
  policy: true,
  equalPrecedence: true,
  overrides: true,
  maxDepth: true,
  maxDirectories: true,
} as const;

export const EDIT_SKILL_OVERRIDE = { text: true, name: true, value: true, path: true } as const;

export const FIX_SKILL = { bytes: true } as const;

export const INSPECT_SKILL = { bytes: true, path: true, directoryName: true, scope: true } as const;

export const SESSION_LOAD = {
  caller: true,
  reason: true,
  integrity: true,
  maxResources: true,
} as const;

export const LOAD_SKILL_BODY = {
  snapshot: true,
  name: true,
  onEvent: true,
  caller: true,
  reason: true,
  integrity: true,
  maxResources: true,
} as const;

export const READ_PLUGINS = { directories: true, homeDirectory: true } as const;

export const SESSION_RESOURCE = {
  caller: true,
  reason: true,
  integrity: true,
  startLine: true,
  maxLines: true,
  maxBytes: true,
} as const;

export const READ_SKILL_RESOURCE = {
  snapshot: true,
  name: true,
  path: true,
  onEvent: true,
  caller: true,
  reason: true,
  integrity: true,
  startLine: true,
  maxLines: true,
  maxBytes: true,
} as const;

export const SESSION_REFRESH = { overrides: true } as const;

export const REFRESH_SKILLS = { snapshot: true, overrides: true } as const;

export const RESOLVE_COLLISIONS = {
  candidates: true,
  policy: true,
  equalPrecedence: true,
} as const;

export const SEARCH_SKILLS = {
  snapshot: true,
  query: true,
  limit: true,
  offset: true,
  caller: true,
} as const;

export const SET_SKILL_OVERRIDE = {
  target: true,
  workspaceRoot: true,
  trustProject: true,
  configHome: true,
  name: true,
  value: true,
  snapshot: true,
} as const;

export const VALIDATE_PATHS = {
  paths: true,
  cwd: true,
  discover: true,
  fix: true,
  onProgress: true,
} as const;

export const VALIDATE_SKILL = {
  content: true,
  path: true,
  directoryName: true,
  findTarget: true,
} as const;

export const VERIFY_INTEGRITY = { snapshot: true, name: true, manifest: true } as const;
