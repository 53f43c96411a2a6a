/**
 * From a session to the report on what fills its context: the input that `buildContextReport` of
 * `@alisio/context-report` takes, and the profile that understands the tools of the session's agent.
 *
 * @packageDocumentation
 */

export { loadToolProfile, TOOL_PROFILE_NAMES } from "./load-tool-profile.ts";
export { type ReportInput, type ReportInputOptions, reportInput } from "./report-input.ts";
