import { render } from "preact";
import { App } from "./app.tsx";
import { isCommandKey, openCommandBox } from "./command-box.tsx";
import { createController } from "./controller.ts";
import { sessionOfAddress, takeToken } from "./token.ts";

/** The list is read this often while somebody looks at it. */
const REFRESH_MS = 5000;

const controller = createController();

function readAddress(): void {
  const hadToken = location.hash.includes("token=");
  const token = takeToken();
  if (hadToken || controller.state.access === "none") controller.setToken(token);
  const id = sessionOfAddress();
  if (id !== undefined) controller.openSession(id);
}

function refreshWhenSeen(): void {
  if (document.visibilityState === "visible") void controller.refresh();
}

let isDue = false;

/** Draws once for all that one task changes, and before anything else is done. */
function draw(): void {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    render(<App controller={controller} />, document.getElementById("app") as HTMLElement);
  });
}

controller.subscribe(draw);
readAddress();
draw();
addEventListener("hashchange", readAddress);
addEventListener("online", controller.retry);
document.addEventListener("visibilitychange", refreshWhenSeen);
document.addEventListener("keydown", (event) => {
  if (!isCommandKey(event)) return;
  event.preventDefault();
  openCommandBox(controller.setUi);
});
setInterval(refreshWhenSeen, REFRESH_MS);
