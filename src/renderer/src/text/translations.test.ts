import { describe, expect, it } from "vitest";
import { cs } from "./cs/index.ts";
import { de } from "./de/index.ts";
import { en } from "./en/index.ts";
import { findProblems, sentencesByKey } from "../../../text/translation.rules.ts";

const english = sentencesByKey(en);
const texts = { cs: sentencesByKey(cs), de: sentencesByKey(de) } as const;
const languages = ["cs", "de"] as const;

// `npm run sentences` lists the same.
describe.each(languages)("the translation %s", (language) => {
  const { missing, unknown, wrong } = findProblems(english, texts[language], language);

  it("has every sentence of the console", () => {
    expect(missing).toEqual([]);
  });

  it("has no sentence that the console does not have", () => {
    expect(unknown).toEqual([]);
  });

  it("has the placeholders of the English sentences, and the plural forms of its language", () => {
    expect(wrong).toEqual([]);
  });

  it("keeps a number and its unit on one line", () => {
    const broken = [...texts[language]].filter(([, text]) =>
      /(?:\d|\}) (?:%|m|km|s|h|min|g|GB|MB)(?![\p{L}\d])/u.test(text),
    );
    expect(broken).toEqual([]);
  });

  it("has the quotation marks of its language, and no straight ones", () => {
    const straight = [...texts[language]].filter(([, text]) => /["”]|(?<!„[^“]*)“/.test(text));
    expect(straight).toEqual([]);
  });

  it("has no sentence that was left in English", () => {
    // Names, abbreviations and words that are the same in both: none of them is a sentence.
    const same = [...texts[language]].filter(
      ([key, text]) => english.get(key) === text && /[a-z]{3,} [a-z]{3,} [a-z]/.test(text),
    );
    expect(same).toEqual([]);
  });
});

describe("the check of translations", () => {
  const find = (sentence: string, translation: string) =>
    findProblems(new Map([["a", sentence]]), new Map([["a", translation]]), "cs").wrong;

  it("finds wrong placeholders", () => {
    expect(find("{name} was saved.", "Uloženo: {nme}.")).toEqual(["a: placeholders nme instead of name"]);
    expect(find("{name} was saved.", "Uloženo.")).toEqual(["a: placeholders none instead of name"]);
    expect(find("{name}: 1 part | {name}: {n} parts", "{name}: 1 část | {n} části | {name}: {n} částí")).toEqual([
      "a: a plural form without a placeholder of the others",
    ]);
  });

  it("finds missing plural forms, missing sentences and unknown ones", () => {
    expect(find("1 part | {n} parts", "1 část | {n} částí")).toEqual(["a: 2 plural forms instead of 3"]);
    expect(find("1 part | {n} parts", "1 část | {n} části | {n} částí")).toEqual([]);
    const problems = findProblems(new Map([["a", "A"]]), new Map([["b", "B"]]), "de");
    expect(problems).toEqual({ missing: ["a"], unknown: ["b"], wrong: [] });
  });
});
