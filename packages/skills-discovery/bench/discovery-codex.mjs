// Codex's own discovery, asked of its app server: initialise, then `skills/list` with a reload.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const [command, workspace] = process.argv.slice(2);
const codexHome = path.join(workspace, "home/codex");
fs.mkdirSync(codexHome, { recursive: true });
const child = spawn(command, ["app-server"], {
  env: { ...process.env, CODEX_HOME: codexHome, HOME: path.join(workspace, "home") },
  stdio: ["pipe", "pipe", "ignore"],
});

let buffered = "";
const waiting = new Map();
child.stdout.on("data", (data) => {
  buffered += data;
  for (let end = buffered.indexOf("\n"); end !== -1; end = buffered.indexOf("\n")) {
    const message = JSON.parse(buffered.slice(0, end));
    buffered = buffered.slice(end + 1);
    waiting.get(message.id)?.(message);
  }
});

let calls = 0;
function call(method, params) {
  calls += 1;
  const id = calls;
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  return new Promise((resolve) => waiting.set(id, resolve));
}

await call("initialize", { clientInfo: { name: "bench", version: "1" } });
child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "initialized" })}\n`);
const start = performance.now();
const { result } = await call("skills/list", { cwds: [workspace], forceReload: true });
const ms = performance.now() - start;
const inWorkspace = result.data[0].skills.filter((skill) => skill.path.startsWith(workspace));
process.stdout.write(JSON.stringify({ ms, found: inWorkspace.length }));
child.kill();
