import { readFileSync } from "node:fs";

/** A file of the page; from the sources and from the built package it lies at the same place. */
function pageFile(name: string): string {
  return readFileSync(new URL(`../page/${name}`, import.meta.url), "utf8");
}

/** The style of the views. */
export function viewStyle(): string {
  return pageFile("view/view.css");
}

/** The script that sorts and filters the table of a file. */
export function tableScript(): string {
  return pageFile("file/table.js");
}
