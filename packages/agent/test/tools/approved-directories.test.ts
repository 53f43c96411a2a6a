import { renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { AgentError } from "../../src/errors.ts";
import { createWorkspaceTools } from "../../src/tools/create-workspace-tools.ts";
import { CANARY, createWorkspace, withLinks, writeTree } from "./workspace.ts";

describe("approved directories", () => {
  it("can be used by their absolute paths, from when they are approved", async () => {
    const { outside, refusal, result, allowDirectory, isInside } = createWorkspace();
    const secret = path.join(outside, "secret.txt");
    expect(await refusal("read_file", { path: secret })).toContain("outside");
    expect(await isInside(secret)).toBe(false);
    await allowDirectory(outside);
    expect(await isInside("../workspace-outside/secret.txt")).toBe(true);
    expect(await result("read_file", { path: secret })).toMatchObject({ path: secret });
    expect(await result("list_files", { path: outside })).toMatchObject({ files: [secret] });
    await result("write_file", { path: path.join(outside, "new/x"), content: "x" });
    expect(await refusal("read_file", { path: `${outside}/../other` })).toContain("outside");
  });

  it("are those that were asked about, whatever has been put there since", async () => {
    const { root, outside, outsideDirectoryOf, allowDirectory, isInside } = createWorkspace();
    const [asked, away] = [path.join(outside, "asked"), path.join(outside, "away")];
    writeTree(outside, { "asked/x.txt": "x" });
    symlinkSync(asked, path.join(root, "link"));
    expect(await outsideDirectoryOf("link/x.txt")).toBe(asked);
    renameSync(asked, away);
    symlinkSync(path.dirname(outside), asked);
    await allowDirectory(asked);
    expect(await isInside(path.join(outside, "secret.txt"))).toBe(false);
    rmSync(asked);
    renameSync(away, asked);
    expect(await isInside("link/x.txt")).toBe(true);
  });

  it("can be approved for one call alone", async () => {
    const { outside, call, isInside, outsideDirectoryOf } = createWorkspace();
    const once = { directories: [outside] };
    const secret = path.join(outside, "secret.txt");
    const made = path.join(outside, "new/x");
    const calls: readonly [string, object][] = [
      ["read_file", { path: secret }],
      ["list_files", { path: outside }],
      ["search_text", { path: outside, pattern: "CANARY" }],
      ["write_file", { path: made, content: "x" }],
      ["run_process", { command: "pwd", cwd: outside }],
    ];
    for (const [name, args] of calls) {
      // At the same time as one that has no leave.
      const [allowed, refused] = await Promise.all([call(name, args, once), call(name, args)]);
      expect([name, allowed.isError, refused.isError]).toEqual([name, false, true]);
      expect(refused.text).not.toContain(CANARY);
    }
    expect(await isInside(secret)).toBe(false);
    expect(await outsideDirectoryOf(secret, [outside])).toBeUndefined();
    expect(await outsideDirectoryOf(secret)).toBe(outside);
  });

  it("are for one call, too, those that were asked about", async () => {
    const { outside, call, outsideDirectoryOf } = createWorkspace();
    const asked = path.join(outside, "asked");
    writeTree(outside, { "asked/x.txt": "x" });
    expect(await outsideDirectoryOf(path.join(asked, "x.txt"))).toBe(asked);
    renameSync(asked, `${asked}-away`);
    symlinkSync(outside, asked);
    const secret = { path: path.join(asked, "secret.txt") };
    expect((await call("read_file", secret, { directories: [asked] })).isError).toBe(true);
  });

  it("are named for a path that needs one", async () => {
    const { root, outside, outsideDirectoryOf } = withLinks();
    expect(await outsideDirectoryOf("in.txt")).toBeUndefined();
    expect(await outsideDirectoryOf("new/file.txt")).toBeUndefined();
    expect(await outsideDirectoryOf("file-link")).toBe(outside);
    expect(await outsideDirectoryOf("dir-link")).toBe(outside);
    expect(await outsideDirectoryOf("../workspace-outside/new/x.txt")).toBe(outside);
    expect(await outsideDirectoryOf("..")).toBe(path.dirname(root));
    expect(await outsideDirectoryOf("dangling")).toBeUndefined();
    expect(await outsideDirectoryOf("a\0")).toBeUndefined();
  });

  it("have to be existing directories, by absolute paths", async () => {
    const { outside, root, allowDirectory } = createWorkspace();
    const options = { environment: {}, now: () => 0, createId: () => "x" };
    for (const directory of [
      "relative",
      path.join(outside, "none"),
      path.join(outside, "secret.txt"),
      `${outside}\0`,
    ]) {
      const error = await allowDirectory(directory).catch((reason: unknown) => reason);
      expect(AgentError.isInstance(error) && error.code).toBe("invalid_option");
      expect(() =>
        createWorkspaceTools({ ...options, workspaceRoot: directory, cwd: root }),
      ).toThrow(AgentError);
    }
    expect(() => createWorkspaceTools({ ...options, workspaceRoot: root, cwd: outside })).toThrow(
      "has to lie in the workspace",
    );
    const limits = { maxSearchMs: 0 };
    expect(() =>
      createWorkspaceTools({ ...options, workspaceRoot: root, cwd: root, limits }),
    ).toThrow("maxSearchMs is 0");
  });

  it("and a workspace may themselves be reached by a link", async () => {
    const { root, outside } = createWorkspace({ "a.txt": "a" });
    const link = path.join(outside, "link");
    symlinkSync(root, link);
    const tools = createWorkspaceTools({
      workspaceRoot: link,
      cwd: link,
      environment: {},
      now: () => 0,
      createId: () => "x",
    });
    const list = tools.tools.find(({ name }) => name === "list_files");
    const context = { callId: "c", signal: new AbortController().signal };
    for (const args of [{}, { path: root }, { path: link }]) {
      expect(JSON.parse((await list?.execute(args, context))?.text ?? "")).toMatchObject({
        files: ["a.txt"],
      });
    }
    await tools.close();
  });
});
