/** The commit-msg hook: `area: imperative sentence`, as CONTRIBUTING.md says. */
import { readFileSync } from "node:fs";
import { isCommitSubject } from "./bootstrap/commit-message.rules.mjs";

const file = process.argv[2];
const subject = file === undefined ? "" : (readFileSync(file, "utf8").split("\n")[0] ?? "");
if (!isCommitSubject(subject)) {
  console.error(`A commit message starts with its area, as in "flights: start a new flight outside the region".`);
  console.error(`This one: "${subject}"`);
  process.exitCode = 1;
}
