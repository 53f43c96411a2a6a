/** The parts of the `yaml` package that are used. */
export type YamlModule = Pick<
  typeof import("yaml"),
  "Composer" | "Lexer" | "Parser" | "isMap" | "isScalar" | "isSeq"
>;

let loaded: YamlModule | undefined;
let loading: Promise<YamlModule> | undefined;

/** The parser, if something has loaded it before: then reading needs no promise. */
export function loadedYaml(): YamlModule | undefined {
  return loaded;
}

/** Loads the parser once. It is left alone as long as the fast reader decides. */
export function loadYaml(): Promise<YamlModule> {
  loading ??= import("yaml").then((module) => {
    loaded = module;
    return module;
  });
  return loading;
}
