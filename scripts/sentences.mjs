// Lists, for each language of the console, the sentences that have no translation, those that English does not have any
// more, and those with wrong placeholders or plural forms. `npm run sentences`; fails where there are any.
import { cs } from "../src/renderer/src/text/cs/cs.ts";
import { de } from "../src/renderer/src/text/de/de.ts";
import { en } from "../src/renderer/src/text/en.ts";
import { findProblems, sentencesByKey } from "../src/renderer/src/text/translation.rules.ts";

const english = sentencesByKey(en);
let count = 0;

for (const [language, translation] of /** @type {const} */ ([
  ["cs", cs],
  ["de", de],
])) {
  const { missing, unknown, wrong } = findProblems(english, sentencesByKey(translation), language);
  console.log(`${language}: ${missing.length} of ${english.size} sentences are missing`);
  for (const key of missing) console.log(`  missing  ${key}: ${JSON.stringify(english.get(key))}`);
  for (const key of unknown) console.log(`  unknown  ${key}`);
  for (const problem of wrong) console.log(`  wrong    ${problem}`);
  count += missing.length + unknown.length + wrong.length;
}
process.exitCode = count === 0 ? 0 : 1;
