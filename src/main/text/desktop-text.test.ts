import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../text/languages.ts";
import { findProblems, sentencesByKey } from "../../text/translation.rules.ts";
import { desktopTexts } from "./desktop-text.ts";

describe.each(LANGUAGES)("the desktop in %s", (language) => {
  const { menu } = desktopTexts[language];

  it("gives each entry of a menu a different access key", () => {
    const menus = [
      ["file", "edit", "view", "help"],
      ["openRecording", "export", "savePdf", "settings", "quit"],
      ["undo", "redo", "cut", "copy", "paste", "selectAll"],
      ["map", "sources", "nightMode", "resetZoom", "zoomIn", "zoomOut", "fullScreen", "developerTools"],
      ["guide", "shortcuts", "openInBrowser", "logFiles", "diagnostics", "restartStation", "updates", "about"],
    ] as const;
    for (const names of menus) {
      const keys = names.map((name) => /&(\p{L})/u.exec(menu[name])?.[1]?.toLowerCase());
      expect(keys).not.toContain(undefined);
      expect(keys).toEqual([...new Set(keys)]);
    }
  });
});

// `npm run sentences` lists the same.
describe.each(["cs", "de"] as const)("the desktop's translation %s", (language) => {
  const [english, translated] = [sentencesByKey(desktopTexts.en), sentencesByKey(desktopTexts[language])];

  it("has every sentence, with its placeholders and the plural forms of its language", () => {
    expect(english.size).toBeGreaterThan(100);
    expect(findProblems(english, translated, language)).toEqual({ missing: [], unknown: [], wrong: [] });
  });

  it("has no sentence that was left in English", () => {
    const same = [...translated].filter(
      ([key, sentence]) => english.get(key) === sentence && /[a-z]{3,} [a-z]{3,} [a-z]/.test(sentence),
    );
    expect(same).toEqual([]);
  });

  it("has the quotation marks of its language, and no straight ones", () => {
    const straight = [...translated].filter(([, sentence]) => /["”]|(?<!„[^“]*)“/.test(sentence));
    expect(straight).toEqual([]);
  });
});
