import { ContextReportError } from "@alisio/context-report";
import { describeWrongArguments, withMore } from "../../../vitest.wrong-arguments.ts";
import * as html from "../src/html.ts";
import * as root from "../src/index.ts";
import { ServerError } from "../src/index.ts";
import { ASSETS, sessionPlaces } from "./support/app.ts";
import { fakeReader } from "./support/fake-reader.ts";
import { makeSessionHome } from "./support/session-home.ts";

const right = () => ({
  sessions: sessionPlaces(makeSessionHome(), fakeReader({ "own-1": 3 })),
  assets: ASSETS,
  now: Date.now,
});
const report = {
  schemaVersion: 1,
  session: "s",
  madeAt: "2026-01-02T03:04:05Z",
  mode: "off",
} as const;
const codes = ["invalid_token", "invalid_report"];

describeWrongArguments({
  // A report is judged by the package that makes it.
  isOwnError: (value): value is ServerError =>
    ServerError.isInstance(value) || ContextReportError.isInstance(value),
  entries: { root, html },
  rows: {
    "root createServer": {
      places: [(wrong) => root.createServer(wrong)],
      codes,
      options: (more) =>
        root.createServer(
          withMore({ ...right(), hosts: ["127.0.0.1:1"], token: root.createToken() }, more),
        ),
    },
    "root createToken": { places: [() => root.createToken()], takes: ["all"] },
    "root listen": {
      places: [(wrong) => root.listen(wrong)],
      codes,
      options: async (more) => await (await root.listen(withMore(right(), more))).close(),
      rejects: true,
    },
    "root loadPageAssets": { places: [() => root.loadPageAssets()], takes: ["all"] },
    "html renderReportHtml": {
      places: [
        (wrong) => html.renderReportHtml(wrong),
        (wrong) => html.renderReportHtml(report, wrong),
      ],
      takes: [[], ["undefined", "empty"]],
      codes,
      options: (more) => html.renderReportHtml(report, more),
    },
    "html renderSimulationHtml": { places: [(wrong) => html.renderSimulationHtml(wrong)] },
  },
});
