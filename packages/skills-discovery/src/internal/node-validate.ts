import type { ValidatePathsOptions, ValidatePathsResult } from "./node-types.ts";

export async function validatePaths(options: ValidatePathsOptions): Promise<ValidatePathsResult> {
  throw new Error(`not there yet: ${options.cwd}`);
}
