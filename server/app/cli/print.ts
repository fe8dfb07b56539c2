/** Prints one JSON object, or lines of text. */
export function print(asJson: boolean, json: object, lines: readonly string[]): void {
  process.stdout.write(asJson ? `${JSON.stringify(json)}\n` : lines.map((line) => `${line}\n`).join(""));
}

/** Prints a line for each: its JSON, or its text. */
export function printEach<T>(asJson: boolean, all: readonly T[], lineOf: (one: T) => string): void {
  for (const one of all) process.stdout.write(`${asJson ? JSON.stringify(one) : lineOf(one)}\n`);
}
