import { describe, expect, expectTypeOf, it } from "vitest";
import type {
  ExplainPathOptions,
  InstructionDiagnostic,
  InstructionFile,
  InstructionTracker,
  InstructionTrackerState,
  PathExplanation,
  ResolvedFile,
  ResolvedInstructions,
  ResolveInstructionsOptions,
  StepOutcome,
  ToolCall,
  WorkspaceExplanation,
  WorkspaceRoot,
} from "../src/index.ts";
import * as root from "../src/index.ts";
import * as node from "../src/node.ts";
import * as schemas from "../src/schemas.ts";

describe("the public surface", () => {
  it("is these values and no others", () => {
    expect(Object.keys(root).sort()).toEqual([
      "AgentsMdError",
      "DEFAULT_MAX_BYTES",
      "DEFAULT_MAX_DIRECTORIES",
      "MAX_FILE_BYTES",
      "MAX_MAX_BYTES",
      "MIN_MAX_BYTES",
      "createInstructionTracker",
      "escapePath",
      "explainAll",
      "explainPath",
      "resolveInstructions",
    ]);
    expect(Object.keys(node).sort()).toEqual([
      "createInstructionTracker",
      "createNodeReader",
      "explainAll",
      "explainPath",
      "findWorkspaceRoot",
      "resolveInstructions",
      "sha256",
    ]);
    expect(Object.keys(schemas).sort()).toEqual([
      "instructionTrackerStateSchema",
      "pathExplanationSchema",
      "workspaceExplanationSchema",
    ]);
  });

  it("has these types", () => {
    expectTypeOf(root.resolveInstructions).toEqualTypeOf<
      (options: ResolveInstructionsOptions) => Promise<ResolvedInstructions>
    >();
    expectTypeOf(root.explainPath).toEqualTypeOf<
      (options: ExplainPathOptions) => Promise<PathExplanation>
    >();
    expectTypeOf(
      root.createInstructionTracker,
    ).returns.resolves.toEqualTypeOf<InstructionTracker>();
    expectTypeOf(root.explainAll).returns.resolves.toEqualTypeOf<WorkspaceExplanation>();
    expectTypeOf(root.escapePath).toEqualTypeOf<(path: string) => string>();
    expectTypeOf(node.findWorkspaceRoot).toEqualTypeOf<(cwd: string) => Promise<WorkspaceRoot>>();
    expectTypeOf(node.resolveInstructions).returns.toEqualTypeOf<Promise<ResolvedInstructions>>();
    expectTypeOf(node.explainPath).returns.toEqualTypeOf<Promise<PathExplanation>>();
    expectTypeOf(node.explainAll).returns.toEqualTypeOf<Promise<WorkspaceExplanation>>();
    expectTypeOf(node.createInstructionTracker).returns.toEqualTypeOf<
      Promise<InstructionTracker>
    >();
    expectTypeOf<InstructionTracker["step"]>().toEqualTypeOf<
      (calls: readonly ToolCall[]) => Promise<StepOutcome>
    >();
    expectTypeOf<
      InstructionTracker["saveState"]
    >().returns.toEqualTypeOf<InstructionTrackerState>();
  });

  it("takes what the one gives for the other", () => {
    expectTypeOf<WorkspaceRoot>().toExtend<ResolveInstructionsOptions["workspaceRoot"]>();
    expectTypeOf<ResolvedFile>().toExtend<InstructionFile>();
    expectTypeOf<InstructionFile["status"]>().toEqualTypeOf<
      | "loaded"
      | "truncated"
      | "dropped"
      | "shadowed"
      | "unreadable"
      | "empty"
      | "refused"
      | "duplicate"
    >();
    expectTypeOf<InstructionFile["kind"]>().toEqualTypeOf<
      "override" | "agents" | "legacy" | "claude"
    >();
    expectTypeOf<keyof InstructionDiagnostic>().toEqualTypeOf<
      "code" | "severity" | "path" | "line" | "column" | "message"
    >();
    expectTypeOf<node.NodeResolveInstructionsOptions>()
      .toHaveProperty("cwd")
      .toEqualTypeOf<string>();
  });

  it("is read only", () => {
    expectTypeOf<ResolveInstructionsOptions>().toEqualTypeOf<
      Readonly<ResolveInstructionsOptions>
    >();
    expectTypeOf<PathExplanation>().toEqualTypeOf<Readonly<PathExplanation>>();
    expectTypeOf<PathExplanation["files"]>().toEqualTypeOf<readonly InstructionFile[]>();
    expectTypeOf<ToolCall>().toEqualTypeOf<Readonly<ToolCall>>();
  });
});
