/** The identities in a text as `age-keygen` writes it: one in a line, beside comments. */
export function identitiesIn(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}
