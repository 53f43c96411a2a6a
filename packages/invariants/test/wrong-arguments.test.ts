import { describeWrongArguments } from "../../../vitest.wrong-arguments.ts";
import * as root from "../src/index.ts";
import {
  acceptQuotes,
  InvariantsError,
  readStoredInvariants,
  renderInvariants,
  summariserFragment,
} from "../src/index.ts";

/** What sources hold is reported, never thrown. */
const OBJECTS = ["array", "mixed", "empty", "function", "misspelt"] as const;
/** Objects without a setting that does not exist. */
const SETTINGS = ["undefined", "array", "empty", "function"] as const;

describeWrongArguments({
  isOwnError: InvariantsError.isInstance,
  entries: { root },
  // What throws when it is read is handed on: the size has no room for more.
  unguarded: ["proxy", "revoked"],
  rows: {
    "root acceptQuotes": {
      places: [
        (wrong) => acceptQuotes(wrong, [], undefined),
        (wrong) => acceptQuotes([], wrong, undefined),
        (wrong) => acceptQuotes([], [], wrong),
      ],
      // A model's answer and what a session holds are not the caller's.
      takes: ["all", ["array", "mixed"], "all"],
    },
    "root readStoredInvariants": {
      places: [(wrong) => readStoredInvariants(wrong)],
      takes: ["all"],
    },
    "root renderInvariants": {
      places: [(wrong) => renderInvariants(wrong), (wrong) => renderInvariants({}, wrong)],
      takes: [OBJECTS, SETTINGS],
    },
    "root summariserFragment": {
      places: [(wrong) => summariserFragment(wrong)],
      takes: [SETTINGS],
    },
  },
});
