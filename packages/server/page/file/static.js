// The door between the package's own sources, which know no browser, and the views: its types are
// those of static.d.ts alone, so that nothing of a page reaches the types of this package.
export { reportMarkup, simulationMarkup } from "./markup.tsx";
