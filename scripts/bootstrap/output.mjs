/**
 * The bootstrap prints short lines on stderr only, so that stdout has only the output of the command (the first line of
 * `station serve` there is JSON, which programs read).
 */

/** @param {string} text */
export function print(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Milliseconds as a person reads them: "0.4 s", "12 s", "2 min 5 s".
 * @param {number} ms
 */
export function duration(ms) {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** A step that cannot be done, with a message for the person. It is printed without a stack. */
export class ExpectedError extends Error {}

/**
 * Runs a command's main function. Only `ExpectedError` is an expected end; everything else is a bug and keeps its stack.
 * @param {() => Promise<number>} main gives the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    print(error.message);
    process.exitCode = 1;
  }
}
