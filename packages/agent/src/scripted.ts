/**
 * A model that replays a turn script, so that everything runs with neither key nor network.
 *
 * @packageDocumentation
 */

export { createScriptedModel, DEFAULT_PIECE_LENGTH } from "./scripted/create-scripted-model.ts";
export { parseTurnScript } from "./scripted/parse-turn-script.ts";
export { turnScriptSchema } from "./scripted/script-schema.ts";
export type {
  ScriptedCall,
  ScriptedFailure,
  ScriptedTask,
  ScriptedTurn,
  ScriptProblem,
  TurnScript,
} from "./scripted/types-script.ts";
