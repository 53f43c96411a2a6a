import { expect, it } from "vitest";
import { wouldHaveHelped } from "../examples/simulate.ts";
import { talk } from "./support/talk.ts";

it("the README's example tells what would have been saved", () => {
  const file_path = "/repo/a.ts";
  const text = Array.from({ length: 200 }, (_, at) => `${at + 1}→const value${at} = ${at};`);
  const { history } = talk()
    .call("Read", { file_path }, text.join("\n"))
    .call("Edit", { file_path, old_string: "const value3 = 3;", new_string: "" }, "updated")
    .pass(3)
    .call("Edit", { file_path, old_string: "const value9 = 9;", new_string: "" }, "updated");
  expect(wouldHaveHelped(history)).toMatch(
    /^6 requests: \d\d% saved, bill \d\d\d?%, 1 reads still/,
  );
});
