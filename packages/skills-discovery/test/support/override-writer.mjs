// Switches an override on and off for ever; a test kills it at any moment.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [sources, workspaceRoot, manner] = process.argv.slice(2);
const url = pathToFileURL(path.join(sources, "overrides.js")).href;
const { editSkillOverride, setSkillOverride } = await import(url);
const file = path.join(workspaceRoot, ".alisio/config.json");
process.stdout.write("ready");
for (let turn = 0; ; turn += 1) {
  const value = turn % 2 === 0 ? "off" : "on";
  if (manner === "naive") {
    const text = fs.readFileSync(file, "utf8") || '{ "padding": "" }';
    fs.writeFileSync(file, editSkillOverride({ text, name: "pdf", value }).text);
  } else {
    await setSkillOverride({
      target: "project",
      workspaceRoot,
      trustProject: true,
      name: "pdf",
      value,
    });
  }
}
