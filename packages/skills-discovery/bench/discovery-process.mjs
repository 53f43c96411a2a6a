// Discovery and a list as a process of its own, as peers that are commands are measured.
import path from "node:path";

const { discoverSkills } = await import("../dist/node.js");
const workspace = process.cwd();
const home = path.join(workspace, "home");
const configRoots = [path.join(workspace, ".agents/skills")];
const snapshot = await discoverSkills({
  cwd: workspace,
  homeDirectory: home,
  configHome: home,
  maxDirectories: 10_000,
  configRoots,
});
const lines = snapshot.skills.map(
  ({ name, status, description }) => `${name} project ${status} ${description}`,
);
process.stdout.write(`${lines.join("\n")}\n`);
