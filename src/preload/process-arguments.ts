/**
 * Facts that main hands to the preload through `webPreferences.additionalArguments`: they are there synchronously,
 * before the first script of the page, without a question over IPC.
 */
export const platformArgument = "--fieldstation-platform=";
export const versionArgument = "--fieldstation-version=";

/** The value behind a prefix among process arguments. Throws when main did not hand it over: that is a bug. */
export function readArgument(argv: readonly string[], prefix: string): string {
  const found = argv.find((argument) => argument.startsWith(prefix));
  if (found === undefined) throw new Error(`main did not hand over ${prefix}`);
  return found.slice(prefix.length);
}
