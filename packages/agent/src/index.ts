export type {
  AgentEvent,
  AgentEventEnvelope,
  EventProblem,
  RunEnd,
} from "./types-event.ts";
export type {
  FinishReason,
  ModelChunk,
  ModelClient,
  ModelRequest,
  ModelUsage,
  ToolDefinition,
} from "./types-model.ts";
export type {
  AgentRunner,
  AgentRunnerOptions,
  ApprovalDecision,
  ApprovalRequest,
  CompactionResult,
  CompactionSettings,
  ContextEstimate,
  Governance,
  GovernanceSettings,
  Permissions,
  RunResult,
} from "./types-runner.ts";
export type {
  AgentTool,
  CallSubject,
  ToolContext,
  ToolEffect,
  ToolOutcome,
} from "./types-tool.ts";
