import type { PageState } from "./controller.ts";

/** How the server stands, in words; told to a screen reader when it changes. */
export function Status(props: { readonly state: PageState; readonly onRetry: () => void }) {
  const { access, isServerSilent, open } = props.state;
  const link = open?.link;
  const isDown = link?.kind === "down" || isServerSilent;
  const isBad = isDown || access === "refused" || access === "none";
  return (
    <div class={`status ${isBad ? "bad" : ""}`}>
      <output>{statusText(props.state, isDown)}</output>
      {isDown && access !== "refused" && (
        <button type="button" onClick={props.onRetry}>
          Try now
        </button>
      )}
    </div>
  );
}

/** One sentence that says what to do where something is wrong. */
export function statusText(state: PageState, isDown: boolean): string {
  const { access, open } = state;
  if (access === "none") {
    return "No token: open the address that alisio serve printed, to its end";
  }
  if (access === "refused" || open?.link.kind === "refused") {
    return "The server has another token now: open the address that it printed";
  }
  if (isDown) return "The server does not answer; trying again";
  if (access === "unknown" || open?.link.kind === "connecting") return "Connecting";
  if (open?.link.kind === "missing") return "There is no such session any more";
  return open?.link.kind === "live" ? "● Live" : "● Connected";
}
