import { z } from "zod";
import { configFileSchema } from "./schema.ts";

/** The configuration as JSON Schema, for editors; shipped as `config.schema.json`. */
export function configJsonSchema(): string {
  const schema = z.toJSONSchema(configFileSchema, { target: "draft-2020-12", io: "input" });
  return `${JSON.stringify({ title: "Alisio configuration", ...schema }, null, 2)}\n`;
}
