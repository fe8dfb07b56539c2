// Lists, for each language of the console and of the desktop around it, the sentences that have no translation, those that
// English does not have any more, and those with wrong placeholders or plural forms. `npm run sentences`; fails where there
// are any.
import { desktopTexts } from "../src/main/text/desktop-text.ts";
import { cs } from "../src/renderer/src/text/cs/index.ts";
import { de } from "../src/renderer/src/text/de/index.ts";
import { en } from "../src/renderer/src/text/en/index.ts";
import { findProblems, sentencesByKey } from "../src/text/translation.rules.ts";

let count = 0;

for (const [where, texts] of /** @type {const} */ ([
  ["console", { en, cs, de }],
  ["desktop", desktopTexts],
])) {
  const english = sentencesByKey(texts.en);
  for (const language of /** @type {const} */ (["cs", "de"])) {
    const { missing, unknown, wrong } = findProblems(english, sentencesByKey(texts[language]), language);
    console.log(`${where}, ${language}: ${missing.length} of ${english.size} sentences are missing`);
    for (const key of missing) console.log(`  missing  ${key}: ${JSON.stringify(english.get(key))}`);
    for (const key of unknown) console.log(`  unknown  ${key}`);
    for (const problem of wrong) console.log(`  wrong    ${problem}`);
    count += missing.length + unknown.length + wrong.length;
  }
}
process.exitCode = count === 0 ? 0 : 1;
