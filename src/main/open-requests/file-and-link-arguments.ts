import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { commandLineOptions } from "../command-line.ts";
import { isLink } from "./deep-link.rules.ts";

/** The most files at once; more would be a mistake, such as a whole folder that was selected. */
export const MAX_FILES_AND_LINKS = 50;

/**
 * The files and links on a command line: all arguments that are neither options nor values of options. Files become
 * absolute paths. `ownPaths` are the app's folder and entry, which are arguments if it runs from its sources.
 */
export function listFilesAndLinks(
  argv: readonly string[],
  workingFolder: string,
  ownPaths: readonly string[],
): readonly string[] {
  const { positionals } = parseArgs({
    args: [...argv],
    options: commandLineOptions,
    strict: false,
    allowPositionals: true,
  });
  return positionals
    .map((argument) => (isLink(argument) ? argument : toPath(argument, workingFolder)))
    .filter((fileOrLink) => !ownPaths.includes(fileOrLink))
    .slice(0, MAX_FILES_AND_LINKS);
}

/** The other arguments: the options of this app and of Chromium, and the app's own paths. */
export function withoutFilesAndLinks(
  argv: readonly string[],
  workingFolder: string,
  ownPaths: readonly string[],
): readonly string[] {
  const { tokens } = parseArgs({
    args: [...argv],
    options: commandLineOptions,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const indexes = new Set(
    tokens
      .filter((token) => token.kind === "positional" && !ownPaths.includes(resolve(workingFolder, token.value)))
      .map(({ index }) => index),
  );
  return argv.filter((_argument, index) => !indexes.has(index));
}

/** Some file managers pass file: addresses. */
function toPath(argument: string, workingFolder: string): string {
  if (!argument.startsWith("file://")) return resolve(workingFolder, argument);
  try {
    return fileURLToPath(argument);
  } catch {
    // An address of another computer is no file here; as a name it is refused with a sentence.
    return resolve(workingFolder, argument);
  }
}
