import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "../src/schemas.ts";
import { HEADERS, type TestApp, testApp } from "./support/app.ts";
import { formatJson } from "./support/format-json.ts";
import { jsonOf } from "./support/json-of.ts";

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: { readonly pattern?: string; readonly enum?: readonly string[] };
}
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, { content?: Record<string, { schema: object }> }>>;
}
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const document = openApiDocument() as unknown as Document;
const operations = Object.entries(document.paths).map(([path, { get }]) => ({ path, ...get }));

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "api", ...document });

/** Checks a body against the schema that the document has for it. */
function expectValid(operation: Operation, status: number, type: string, body: unknown): void {
  const escaped = [operation.operationId, status];
  const schema = operation.responses[status]?.content?.[type]?.schema as { $ref?: string };
  expect(schema, `${escaped} ${type}`).toBeDefined();
  const validate = ajv.getSchema(`api${schema.$ref}`);
  expect(validate?.(body), `${escaped}: ${JSON.stringify(validate?.errors)}`).toBe(true);
}

async function check(operation: Operation, response: Response): Promise<void> {
  const { status } = response;
  expect(Object.keys(operation.responses)).toContain(String(status));
  if (status === 304) return expect(await response.text()).toBe("");
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  if (type !== "text/event-stream") {
    return expectValid(operation, status, type, await jsonOf(response));
  }
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(Buffer.from(first?.value ?? []).toString()).toMatch(/^(retry|id): /);
  await reader?.cancel();
}

describe("the OpenAPI document", () => {
  it("ships as it is made", async () => {
    await expect(formatJson(document)).toMatchFileSnapshot("../openapi.json");
  });

  it("is of version 3.1, with an id for every operation and no dangling reference", () => {
    expect(document.openapi).toBe("3.1.0");
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? [];
    expect(references.length).toBeGreaterThan(10);
    for (const reference of references) {
      expect(Object.keys(document.components.schemas)).toContain(reference.split("/").at(-1));
    }
  });

  it("describes the routes of the router, all of them and no others", () => {
    const { app } = testApp();
    const served = app.routes.filter(({ method }) => method === "GET").map(({ path }) => path);
    expect(served.sort()).toEqual(
      operations.map(({ path }) => path.replace("{sid}", ":sid")).sort(),
    );
  });

  it("refuses a body that is none of ours", () => {
    const [operation] = operations;
    if (!operation) throw new Error("no operation");
    expect(() => expectValid(operation, 200, "application/json", { sessions: [] })).toThrow();
  });
});

async function sessionIds(app: TestApp): Promise<readonly string[]> {
  const { sessions } = await jsonOf(await app.get("/api/sessions?all=true"));
  return (sessions as { id: string }[]).map(({ id }) => id);
}

describe("every answer is as the document says", () => {
  it.each(operations)("$operationId, for each session", async (operation) => {
    const app = testApp();
    for (const id of await sessionIds(app)) {
      await check(operation, await app.get(operation.path.replace("{sid}", id)));
    }
    const unknown = await app.get(operation.path.replace("{sid}", "nobody"));
    await check(operation, unknown);
    await check(operation, await app.get(operation.path.replace("{sid}", "x"), { host: "evil" }));
    await check(operation, await app.get(operation.path, { host: HEADERS["host"] as string }));
    await check(operation, await app.get(operation.path, HEADERS, "DELETE"));
  });

  it.each(operations)(
    "$operationId, whatever it is asked",
    { timeout: 120_000 },
    async (operation) => {
      const app = testApp();
      const ids = await sessionIds(app);
      const seen = new Set<number>();
      await fc.assert(
        fc.asyncProperty(requestOf(operation, ids), async ({ path, query, headers }) => {
          const search = new URLSearchParams(query).toString();
          const response = await app.get(`${path}${search && "?"}${search}`, {
            ...HEADERS,
            ...headers,
          });
          seen.add(response.status);
          await check(operation, response);
        }),
        { numRuns: Number(process.env["ALISIO_FC_RUNS"] ?? 150) },
      );
      expect(seen).toContain(200);
      expect(seen.size).toBeGreaterThan(1);
      expect(app.errors).toEqual([]);
      expect(app.streams()).toEqual({ clients: 0, sessions: 0 });
    },
  );
});

/** Values that a schema allows, and others. */
function textFor({ schema }: Parameter): fc.Arbitrary<string> {
  const valid =
    schema.enum !== undefined
      ? fc.constantFrom(...schema.enum)
      : schema.pattern !== undefined
        ? fc.stringMatching(new RegExp(schema.pattern))
        : fc.constantFrom("main", "other");
  return fc.oneof(
    { weight: 6, arbitrary: valid },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  );
}

const headerText = (text: string): string => text.replace(/[^\x21-\x7e]/g, "");

function requestOf(operation: Operation & { readonly path: string }, ids: readonly string[]) {
  const of = (place: Parameter["in"]) => operation.parameters.filter((each) => each.in === place);
  const some = (parameters: readonly Parameter[]) =>
    fc.record(Object.fromEntries(parameters.map((each) => [each.name, textFor(each)])), {
      requiredKeys: [],
    }) as fc.Arbitrary<Record<string, string>>;
  const odd = fc.dictionary(fc.string({ maxLength: 6 }), fc.string({ maxLength: 6 }), {
    maxKeys: 1,
  });
  const id = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/) },
  );
  return fc.record({
    path: id.map((sid) => operation.path.replace("{sid}", sid)),
    query: fc.oneof({ weight: 4, arbitrary: some(of("query")) }, { weight: 1, arbitrary: odd }),
    headers: some(of("header")).map((headers) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerText(value)])),
    ),
  });
}
