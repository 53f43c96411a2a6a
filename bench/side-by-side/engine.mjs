// The governor, the transcript readers, and the definitions that `context simulate` measures with.
import { join } from "node:path";
import { importBundled } from "./bundle.mjs";

const packages = join(import.meta.dirname, "../../packages");

export const engine = await importBundled(
  `
  export { createProjector } from "./governor/src/index.ts";
  export { quotedByOf, requestsOf, resolveSimulationSettings, simulateStream } from "./governor/src/simulate.ts";
  export { createBill } from "./governor/src/simulate/internal/bill.ts";
  export { createColdClock } from "./governor/src/simulate/internal/cold-clock.ts";
  export { createNeedFinder } from "./governor/src/simulate/internal/still-needed.ts";
  export { createSentContext } from "./governor/src/simulate/internal/sent-context.ts";
  export { fitTokenScale, MIN_SCALE } from "./governor/src/simulate/internal/token-scale.ts";
  export { isSameFile, plainPath } from "./governor/src/simulate/internal/same-file.ts";
  export { pairsOf } from "./governor/src/simulate/internal/pairs.ts";
  export { sharedPrefix } from "./governor/src/simulate/internal/same-message.ts";
  export { addTexts } from "./governor/src/internal/texts.ts";
  export { canonicalJson } from "./governor/src/internal/canonical-json.ts";
  export { observe } from "./governor/src/internal/observe.ts";
  export { isSuccess, wholeText } from "./governor/src/internal/content.ts";
  export { readTranscript } from "./transcripts/src/index.ts";
  export { loadToolProfile } from "./transcripts/src/report.ts";
  `,
  packages,
);
