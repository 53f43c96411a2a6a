import { fileURLToPath } from "node:url";

/** The bundled story: its turn script, and the workspace that it plays in. */
export function storyScript(): string {
  return fileURLToPath(new URL("../stories/shop/story.json", import.meta.url));
}

/** The directory that is copied for it. */
export function storyWorkspace(): string {
  return fileURLToPath(new URL("../stories/shop/workspace", import.meta.url));
}
