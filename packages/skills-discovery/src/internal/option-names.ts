// The options of each function: any other is refused, since it is most likely misspelt. `takeOptions`
// compares them with the type of the options.

type Names<Name extends string> = { readonly [Key in Name]: true };

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

export const BUILD_CATALOG: Names<"snapshot"> & typeof SESSION_CATALOG = {
  snapshot: true,
  ...SESSION_CATALOG,
};

export const BUILD_INTEGRITY_MANIFEST = {
  snapshot: true,
  name: true,
} as const;

export const BUILD_SKILL_REPORT = {
  snapshot: true,
  catalog: true,
} as const;

export const CHECK_SKILL_LINKS = {
  text: true,
  path: true,
  directory: true,
  firstLine: true,
  findTarget: true,
} as const;

export const CREATE_SKILL_SESSION = {
  snapshot: true,
  onEvent: true,
} as const;

export const CREATE_SKILL_TOOLS = {
  session: true,
  search: true,
} as const;

const RULES = {
  policy: true,
  equalPrecedence: true,
  overrides: true,
  maxDepth: true,
  maxDirectories: true,
} as const;

export const DISCOVER_SKILLS: Names<"fileSystem" | "roots" | "homeDirectory"> & typeof RULES = {
  fileSystem: true,
  roots: true,
  homeDirectory: true,
  ...RULES,
};

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

export const NODE_DISCOVER_SKILLS: typeof PLAN_SKILL_ROOTS & typeof RULES = {
  ...PLAN_SKILL_ROOTS,
  ...RULES,
};

export const EDIT_SKILL_OVERRIDE = {
  text: true,
  name: true,
  value: true,
  path: true,
} as const;

export const FIX_SKILL = { bytes: true } as const;

export const INSPECT_SKILL = {
  bytes: true,
  path: true,
  directoryName: true,
  scope: true,
} as const;

const DISCLOSE = { caller: true, reason: true, integrity: true } as const;

export const SESSION_LOAD: Names<"maxResources"> & typeof DISCLOSE = {
  ...DISCLOSE,
  maxResources: true,
};

export const LOAD_SKILL_BODY: Names<"snapshot" | "name" | "onEvent"> & typeof SESSION_LOAD = {
  snapshot: true,
  name: true,
  onEvent: true,
  ...SESSION_LOAD,
};

export const READ_PLUGINS = {
  directories: true,
  homeDirectory: true,
} as const;

export const SESSION_RESOURCE: Names<"startLine" | "maxLines" | "maxBytes"> & typeof DISCLOSE = {
  ...DISCLOSE,
  startLine: true,
  maxLines: true,
  maxBytes: true,
};

export const READ_SKILL_RESOURCE: Names<"snapshot" | "name" | "path" | "onEvent"> &
  typeof SESSION_RESOURCE = {
  snapshot: true,
  name: true,
  path: true,
  onEvent: true,
  ...SESSION_RESOURCE,
};

export const SESSION_REFRESH = { overrides: true } as const;

export const REFRESH_SKILLS: Names<"snapshot"> & typeof SESSION_REFRESH = {
  snapshot: true,
  ...SESSION_REFRESH,
};

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

export const VERIFY_INTEGRITY = {
  snapshot: true,
  name: true,
  manifest: true,
} as const;
