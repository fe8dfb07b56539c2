import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { faultsOf } from "./guide-translation.rules.ts";

const docs = path.resolve(import.meta.dirname, "../../docs");
const english = readFileSync(path.join(docs, "operators-guide.md"), "utf8");

describe("a translation of the operator's guide", () => {
  it.each(["cs", "de"] as const)("says all that the English guide says: %s", (language) => {
    const translation = readFileSync(path.join(docs, `operators-guide.${language}.md`), "utf8");
    expect(faultsOf(english, translation, language)).toEqual([]);
  });
});

describe("the comparison of guides", () => {
  const guide =
    "# Guide\n\nPort 57,600 at 127.0.0.1, `--data`, 1.5 m from 22.04 on, Ctrl+K: see [log](#log).\n\n## Log\n\n- a list\n- ![log](log.png)\n";
  const german =
    '# <a id="guide"></a>Buch\n\nPort 57.600 an 127.0.0.1, `--data`, 1,5 m ab 22.04, Strg+K: siehe [Protokoll](#log).\n\n## <a id="log"></a>Protokoll\n\n- eine Liste\n- ![Protokoll](log.png)\n';

  it("reads numbers and keys as the language writes them", () => {
    expect(faultsOf(guide, german, "de")).toEqual([]);
    const czech = german.replace("57.600", "57\u00A0600").replace("Strg", "Ctrl");
    expect(faultsOf(guide, czech, "cs")).toEqual([]);
  });

  it.each([
    ["57.600", "57,600", ["guide: numbers: without 57600", "guide: numbers: 57.600 is not in English"]],
    [
      "1,5",
      "1.5",
      ["guide: numbers: without 1.5", "guide: numbers: 1 is not in English", "guide: numbers: 5 is not in English"],
    ],
    ["`--data`", "Daten", ["guide: code: without --data"]],
    ["[Protokoll](#log)", "Protokoll", ["guide: links: without #log"]],
    ["![Protokoll](log.png)", "Bild", ["log: pictures: without log.png"]],
    ["Strg", "Ctrl", [String.raw`guide: keys: without \bCtrl\b`]],
    ["## <a", "### <a", ["headings: without ## log", "headings: ### log is not in English"]],
    ["- eine Liste\n", "", ["log: blocks: heading, list of 1 instead of heading, list of 2"]],
    ["eine Liste", "This is the list.", ["log: in English: This is the list."]],
  ])("finds %s written as %s", (right, wrong, faults) => {
    expect(faultsOf(guide, german.replace(right, wrong), "de")).toEqual(faults);
  });
});
