import { createHash } from "node:crypto";
import { tableScript, viewStyle } from "../html-assets.ts";
import { escapeHtml } from "./escape.ts";

/** What a file is made of. */
export interface DocumentParts {
  /** Neutralised already; it is escaped here. */
  readonly title: string;
  /** One line under the title; neutralised already, escaped here. */
  readonly subtitle: string;
  /** Markup that a view made. */
  readonly markup: string;
}

/**
 * One HTML document that needs nothing else: its style and its script stand in it, and its own
 * policy names their hashes, so that nothing else can run or be loaded, whatever a name contains.
 */
export function renderDocument({ title, subtitle, markup }: DocumentParts): string {
  const style = viewStyle();
  const script = tableScript();
  const policy = [
    "default-src 'none'",
    `style-src ${sourceHash(style)}`,
    `script-src ${sourceHash(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body class="file">
<main>
<h1>${escapeHtml(title)}</h1>
<p class="quiet">${escapeHtml(subtitle)}</p>
${markup}
</main>
<script>${script}</script>
</body>
</html>
`;
}

function sourceHash(source: string): string {
  return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
}
