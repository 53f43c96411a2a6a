import { describeWrongArguments, withMore } from "../../../vitest.wrong-arguments.ts";
import * as root from "../src/index.ts";
import { buildContextReport, ContextReportError } from "../src/index.ts";
import { inputOf } from "./support/measured.ts";
import { Session } from "./support/session.ts";

const { history } = new Session().user().read("a.ts", "1").say();
const input = inputOf(history);
const report = buildContextReport(input);
const codes = ["invalid_report"];

describeWrongArguments({
  isOwnError: ContextReportError.isInstance,
  entries: { root },
  rows: {
    "root buildContextReport": {
      places: [(wrong) => buildContextReport(wrong)],
      options: (more) => buildContextReport(withMore(input, more)),
    },
    "root diffReports": {
      places: [
        (wrong) => root.diffReports(wrong, report),
        (wrong) => root.diffReports(report, wrong),
      ],
      codes,
    },
    "root orderStrip": {
      places: [(wrong) => root.orderStrip(wrong, 10), (wrong) => root.orderStrip(report, wrong)],
      takes: [[], ["number"]],
      codes,
    },
    "root renderReportJson": { places: [(wrong) => root.renderReportJson(wrong)], codes },
    "root renderReportMarkdown": {
      places: [
        (wrong) => root.renderReportMarkdown(wrong),
        (wrong) => root.renderReportMarkdown(report, wrong),
      ],
      takes: [[], ["undefined", "empty"]],
      codes,
      options: (more) => root.renderReportMarkdown(report, more),
    },
    "root renderReportText": {
      places: [
        (wrong) => root.renderReportText(wrong),
        (wrong) => root.renderReportText(report, wrong),
      ],
      takes: [[], ["undefined", "empty"]],
      codes,
      options: (more) => root.renderReportText(report, more),
    },
    "root reportEntityTag": { places: [(wrong) => root.reportEntityTag(wrong)], codes },
    // Checks nothing, as its description says.
    "root segmentState": { places: [] },
  },
});
