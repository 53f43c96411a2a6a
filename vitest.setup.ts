import fc from "fast-check";

/**
 * Property tests try the same inputs on every machine, so that a run says something about the change
 * and not about luck. `ALISIO_FC_SEED=random` tries others; any number is a seed of its own.
 */
const seed = process.env["ALISIO_FC_SEED"] ?? "20260131";
if (seed !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
