/**
 * A small, real coding agent: model requests, tools, sessions on disk, events. The reference use of
 * Alisio's context packages.
 *
 * @packageDocumentation
 */

export { createAgentRunner } from "./create-agent-runner.ts";
export { AgentError, type AgentErrorCode } from "./errors.ts";
export { DEFAULT_MAX_REQUESTS } from "./internal/run-loop.ts";
export { ModelError, type ModelErrorCode, type ModelErrorOptions } from "./model-error.ts";
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
