import type { CommandIo } from "../io.ts";

/** What opens an address on each system; `BROWSER` names another program. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Whether a program was started with the address; no shell ever sees it. */
export async function openBrowser(
  url: string,
  environment: CommandIo["environment"],
): Promise<boolean> {
  const { spawn } = await import("node:child_process");
  const named = environment["BROWSER"];
  const [program = "xdg-open", ...args] = named ? [named] : (OPENERS[process.platform] ?? []);
  return await new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => resolve(true));
    child.unref();
  });
}
