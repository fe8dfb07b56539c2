import { afterEach, describe, expect, it } from "vitest";
import { pluralForm } from "../../../text/languages.ts";
import { languageOf } from "./language.ts";
import { showLanguage, useText } from "./index.ts";

const { count, t } = useText();

afterEach(() => showLanguage("en"));

describe("the language of the console", () => {
  it("is the first one of the system that it has, and English where it has none", () => {
    expect(languageOf("system", ["sk-SK", "cs-CZ", "en-US"])).toBe("cs");
    expect(languageOf("system", ["de-AT"])).toBe("de");
    expect(languageOf("system", ["fr-FR", "it"])).toBe("en");
    expect(languageOf("system", [])).toBe("en");
  });

  it("is the chosen one whatever the system says", () => {
    expect(languageOf("de", ["cs-CZ"])).toBe("de");
  });

  it("changes every sentence when it is shown", async () => {
    expect(t("common.cancel")).toBe("Cancel");
    await showLanguage("cs");
    expect(t("common.cancel")).toBe("Zrušit");
    await showLanguage("de");
    expect(t("common.cancel")).toBe("Abbrechen");
  });
});

describe("plural forms", () => {
  it("are those of the language", () => {
    expect([0, 1, 2, 4, 5, 21, 22].map((n) => pluralForm("cs", n, 3))).toEqual([2, 0, 1, 1, 2, 2, 2]);
    expect([0, 1, 2, 5].map((n) => pluralForm("cs", n, 4))).toEqual([0, 1, 2, 3]);
    expect([0, 1, 2].map((n) => pluralForm("de", n, 2))).toEqual([1, 0, 1]);
    expect([0, 1, 2].map((n) => pluralForm("en", n, 3))).toEqual([0, 1, 2]);
    expect(pluralForm("cs", 5, 1)).toBe(0);
  });

  it("are chosen by the count of a sentence, whose number has the form of the language", async () => {
    await showLanguage("cs");
    expect([0, 1, 3, 5].map((n) => count("log.count", n))).toEqual([
      "Žádné operace",
      "1 operace",
      "3 operace",
      "5 operací",
    ]);
    expect(count("log.count", 12_345)).toBe("12\u00a0345 operací");
    await showLanguage("de");
    expect(count("log.count", 12_345)).toBe("12.345 Operationen");
  });
});
