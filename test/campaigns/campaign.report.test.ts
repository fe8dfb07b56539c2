import { expect, it } from "vitest";
import { reportOf } from "./campaign.report.ts";

it("a report states how it was run, counts in a table, and lists the violations", () => {
  const text = reportOf({
    name: "kill",
    seed: 7,
    machine: "2 × Test, 4 GiB",
    tookMs: 61_400,
    rows: [
      { what: "push", counts: { rounds: 1200, lost: 0 } },
      { what: "backup during a push", counts: { rounds: 3, lost: 1 } },
    ],
    violations: ["One record was lost."],
  });
  expect(text).toBe(
    [
      "`npm run campaign -- kill --seed 7`, 61 s, 2 × Test, 4 GiB.",
      "",
      "|                      | rounds | lost |",
      "| -------------------- | -----: | ---: |",
      "| push                 |  1,200 |    0 |",
      "| backup during a push |      3 |    1 |",
      "",
      "- One record was lost.",
    ].join("\n"),
  );
});
