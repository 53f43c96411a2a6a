export type { SessionReader } from "./types-session-reader.ts";
