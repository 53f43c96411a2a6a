import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { createWorkspace } from "./workspace.ts";

const { link } = vi.hoisted(() => ({ link: vi.fn<() => Promise<void>>() }));
vi.mock("node:fs/promises", async (original) => ({ ...(await original<object>()), link }));

it.each(["EPERM", "ENOTSUP", "ENOSYS"])(
  "a file is created where a file system has no hard links: %s",
  async (code) => {
    link.mockRejectedValueOnce(Object.assign(new Error(code), { code }));
    const { root, result } = createWorkspace();
    await result("write_file", { path: "a.txt", content: "a" });
    expect(link).toHaveBeenCalled();
    expect(readFileSync(path.join(root, "a.txt"), "utf8")).toBe("a");
    expect(readdirSync(root)).toEqual(["a.txt"]);
  },
);

it.each([
  ["EEXIST", "changed while it was written"],
  ["ENOSPC", "no space is left"],
])("and leaves nothing when it can't be: %s", async (code, message) => {
  link.mockRejectedValueOnce(Object.assign(new Error(code), { code }));
  const { root, refusal } = createWorkspace();
  expect(await refusal("write_file", { path: "a.txt", content: "a" })).toContain(message);
  expect(readdirSync(root)).toEqual([]);
});

it("a fault of the host is no outcome", async () => {
  link.mockRejectedValueOnce(new TypeError("a fault"));
  const { call } = createWorkspace();
  await expect(call("write_file", { path: "a.txt", content: "a" })).rejects.toThrow("a fault");
});
