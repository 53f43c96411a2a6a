import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { answer, listenOnce, made } from "./examples/functions.ts";
import { serveSessions } from "./examples/serve-sessions.ts";
import { sessionPlaces, testApp } from "./support/app.ts";
import { fakeReader } from "./support/fake-reader.ts";
import { jsonOf } from "./support/json-of.ts";
import { makeSessionHome } from "./support/session-home.ts";

const textOf = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const readme = textOf("../README.md");

describe("the README", () => {
  it("shows the code that is run here", async () => {
    const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
    expect(blocks).toEqual([textOf("./examples/serve-sessions.ts")]);
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const { home } = makeSessionHome();
    const server = await serveSessions(home);
    expect(write).toHaveBeenCalledWith(`${server.url}#token=${server.token}\n`);
    write.mockRestore();
    const headers = { authorization: `Bearer ${server.token}` };
    const response = await fetch(`${server.url}api/sessions`, { headers });
    expect((await jsonOf(response)).sessions).toHaveLength(3);
    await server.close();
  });

  it("names every route and every code", () => {
    for (const { path } of testApp().app.routes.filter(({ method }) => method === "GET")) {
      expect(readme).toContain(`\`${path.replace(":sid", "{sid}")}\``);
    }
    const folder = new URL("../src/internal/", import.meta.url);
    const sources = readdirSync(folder).map((name) => textOf(`../src/internal/${name}`));
    const text = [...sources, textOf("../src/create-server.ts")].join("\n");
    const codes = [
      ...text.matchAll(/(?:\b\d{3},\s*"|code: "|errorBody\("|errorBody\(\s*")([a-z_]+)"/g),
    ].map(([, code]) => code as string);
    expect(new Set(codes).size).toBe(14);
    for (const code of codes) expect(readme).toContain(`\`${code}\``);
  });
});

describe("documentation comments", () => {
  it("show examples that are run", async () => {
    const sessions = sessionPlaces(makeSessionHome(), fakeReader({}));
    expect((await answer(sessions)).status).toBe(401);
    expect(await listenOnce(sessions)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=.{43}$/);
    const [token, text] = made();
    expect(token).toHaveLength(43);
    expect(JSON.parse(text ?? "")).toHaveProperty("openapi", "3.1.0");
  });

  it("are those of the examples file", () => {
    const run = textOf("./examples/functions.ts").replace(/^ +/gm, "");
    const names = ["create-server", "create-token", "listen", "open-api-document"];
    const examples = names.flatMap((name) =>
      [...textOf(`../src/${name}.ts`).matchAll(/ \* ```ts\n([\s\S]*?) \* ```/g)].map(([, code]) =>
        (code ?? "").replace(/^ \* +/gm, ""),
      ),
    );
    expect(examples).toHaveLength(4);
    for (const example of examples) expect(run).toContain(example);
  });
});
