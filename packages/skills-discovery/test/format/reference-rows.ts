import { file } from "./helpers.ts";

/**
 * The tests of the specification's reference validator that concern the text of one file, each as
 * an input of the same kind. Its tests of paths and of the prompt are with discovery's and the
 * catalog's. `differs` says where this package answers otherwise, and why.
 */
export interface ReferenceRow {
  readonly id: string;
  readonly what: string;
  readonly text: string;
  /** Name of the directory; default `demo`. */
  readonly directory?: string;
  /** The errors and warnings; informations aren't compared. */
  readonly findings: readonly string[];
  readonly differs?: string;
  /** What the reference validator does, where that differs. */
  readonly reference?: string;
}

export const ROWS: readonly ReferenceRow[] = [
  { id: "P2", what: "no frontmatter", text: "# Title\n", findings: ["error frontmatter.missing"] },
  {
    id: "P3",
    what: "never closed",
    text: "---\nname: demo\ndescription: b\n",
    findings: ["error frontmatter.unclosed"],
  },
  {
    id: "P4",
    what: "broken YAML",
    text: file("name: [invalid\ndescription: b"),
    findings: [
      "error frontmatter.unquoted-scalar",
      "warning name.directory-mismatch",
      "error name.invalid",
    ],
    reference: "one finding, invalid YAML",
    differs: "says what to quote, and judges the text",
  },
  {
    id: "P5",
    what: "a list",
    text: file("- a\n- b"),
    findings: ["error frontmatter.not-a-mapping"],
  },
  {
    id: "P9",
    what: "name missing",
    text: file("description: b"),
    findings: ["error name.missing"],
  },
  {
    id: "P10",
    what: "description missing",
    text: file("name: demo"),
    findings: ["error description.missing"],
  },
  { id: "V1", what: "valid", text: file("name: demo\ndescription: Shows."), findings: [] },
  {
    id: "V5",
    what: "upper case",
    text: file("name: MySkill\ndescription: b"),
    directory: "MySkill",
    findings: ["error name.invalid"],
  },
  {
    id: "V6",
    what: "70 characters",
    text: file(`name: ${"a".repeat(70)}\ndescription: b`),
    directory: "a".repeat(70),
    findings: ["error name.invalid"],
  },
  {
    id: "V7",
    what: "a hyphen first",
    text: file("name: -my-skill\ndescription: b"),
    directory: "-my-skill",
    findings: ["error name.invalid"],
  },
  {
    id: "V8",
    what: "two hyphens",
    text: file("name: my--skill\ndescription: b"),
    directory: "my--skill",
    findings: ["error name.invalid"],
  },
  {
    id: "V9",
    what: "an underscore",
    text: file("name: my_skill\ndescription: b"),
    directory: "my_skill",
    findings: ["error name.invalid"],
  },
  {
    id: "V10",
    what: "another directory",
    text: file("name: demo\ndescription: b"),
    directory: "other",
    findings: ["warning name.directory-mismatch"],
    reference: "an error",
    differs: "a warning: such skills are common and load",
  },
  {
    id: "V11",
    what: "an unknown field",
    text: file("name: demo\ndescription: b\nextra: c"),
    findings: [],
    reference: "an error: unexpected field",
    differs: "an information",
  },
  {
    id: "V12",
    what: "license and metadata",
    text: file("name: demo\ndescription: b\nlicense: MIT\nmetadata:\n  author: A\n  version: 1.0"),
    findings: [],
  },
  {
    id: "V13",
    what: "allowed-tools",
    text: file("name: demo\ndescription: b\nallowed-tools: Bash(jq:*) Bash(git:*)"),
    findings: [],
  },
  {
    id: "V14",
    what: "a Chinese name",
    text: file("name: 技能\ndescription: b"),
    directory: "技能",
    findings: [],
  },
  {
    id: "V15",
    what: "a Russian name with a hyphen",
    text: file("name: мой-навык\ndescription: b"),
    directory: "мой-навык",
    findings: [],
  },
  {
    id: "V16",
    what: "a Russian name",
    text: file("name: навык\ndescription: b"),
    directory: "навык",
    findings: [],
  },
  {
    id: "V17",
    what: "a Russian name in upper case",
    text: file("name: НАВЫК\ndescription: b"),
    directory: "НАВЫК",
    findings: ["error name.invalid"],
  },
  {
    id: "V18",
    what: "1100 characters",
    text: file(`name: demo\ndescription: ${"x".repeat(1100)}`),
    findings: ["error description.too-long"],
  },
  {
    id: "V19",
    what: "compatibility",
    text: file("name: demo\ndescription: b\ncompatibility: Node.js 20"),
    findings: [],
  },
  {
    id: "V20",
    what: "550 characters of compatibility",
    text: file(`name: demo\ndescription: b\ncompatibility: ${"x".repeat(550)}`),
    findings: ["warning compatibility.invalid"],
    reference: "an error",
    differs: "a warning",
  },
  {
    id: "V21",
    what: "a name decomposed, its directory composed",
    text: file("name: cafe\u0301\ndescription: b"),
    directory: "caf\u00e9",
    findings: [],
  },
];

/** Further behaviour of the reference validator, seen by running it. */
export const SEEN: readonly ReferenceRow[] = [
  {
    id: "S1",
    what: "numbers and booleans are names",
    text: file("name: 123\ndescription: b"),
    directory: "123",
    findings: ["warning name.not-text"],
    reference: "valid",
    differs: "with a warning",
  },
  {
    id: "S2",
    what: "compatibility forms",
    text: file("name: a²\ndescription: b"),
    directory: "a2",
    findings: [],
  },
  {
    id: "S3",
    what: "sharp s",
    text: file("name: straße\ndescription: b"),
    directory: "straße",
    findings: [],
  },
  {
    id: "S4",
    what: "dotted capital I",
    text: file("name: İx\ndescription: b"),
    directory: "İx",
    findings: ["error name.invalid"],
  },
  {
    id: "S5",
    what: "Thai",
    text: file("name: ภาษาไทย\ndescription: b"),
    directory: "ภาษาไทย",
    findings: [],
    reference: "rejected: combining marks are no letters",
    differs: "marks may follow a letter",
  },
  {
    id: "S6",
    what: "Hindi",
    text: file("name: हिन्दी\ndescription: b"),
    directory: "हिन्दी",
    findings: [],
    reference: "rejected, likewise",
    differs: "marks may follow a letter",
  },
  {
    id: "S7",
    what: "blanks behind 1024 characters",
    text: file(`name: demo\ndescription: "${"x".repeat(1024)}  "`),
    findings: [],
    reference: "an error: counted before trimming",
    differs: "counted after trimming",
  },
  {
    id: "S8",
    what: "1024 emoji",
    text: file(`name: demo\ndescription: ${"🎉".repeat(1024)}`),
    findings: [],
  },
  {
    id: "S9",
    what: "a list for the description",
    text: file("name: demo\ndescription: [a]"),
    findings: ["error description.missing"],
  },
  {
    id: "S10",
    what: "compatibility empty",
    text: file('name: demo\ndescription: b\ncompatibility: ""'),
    findings: ["warning compatibility.invalid"],
    reference: "valid",
    differs: "the specification says 1 to 500",
  },
  {
    id: "S11",
    what: "flow forms",
    text: file("name: demo\ndescription: b\nmetadata: {a: b}"),
    findings: [],
    reference: "rejected as YAML",
    differs: "YAML 1.2 is read whole",
  },
  {
    id: "S12",
    what: "an anchor",
    text: file("name: &a demo\ndescription: b"),
    findings: ["error frontmatter.alias-or-anchor"],
  },
  {
    id: "S13",
    what: "a key twice",
    text: file("name: demo\nname: demo\ndescription: b"),
    findings: ["error frontmatter.duplicate-key"],
  },
  {
    id: "S14",
    what: "a byte-order mark",
    text: `\ufeff${file("name: demo\ndescription: b")}`,
    findings: [],
    reference: "rejected: no frontmatter",
    differs: "an information",
  },
  {
    id: "S15",
    what: "hyphens in a value",
    text: file("name: demo\ndescription: a --- b"),
    findings: [],
    reference: "cuts the frontmatter there, silently",
    differs: "cuts nothing",
  },
  {
    id: "S16",
    what: "four hyphens",
    text: "----\nname: demo\n----\n",
    findings: ["error frontmatter.missing"],
  },
  {
    id: "S17",
    what: "blanks behind a fence",
    text: "---  \nname: demo\ndescription: b\n--- \n",
    findings: [],
  },
  {
    id: "S18",
    what: "a list of tools",
    text: file("name: demo\ndescription: b\nallowed-tools:\n  - Read"),
    findings: ["warning allowed-tools.not-a-string"],
    reference: "valid",
    differs: "a warning",
  },
];
