/**
 * Values that main passes to the preload through `webPreferences.additionalArguments`: they are available
 * synchronously, before the first script of the page, without an IPC request.
 */
export const platformArgument = "--fieldstation-platform=";
export const versionArgument = "--fieldstation-version=";

/** The value after a prefix among the process arguments. Throws if the main process did not pass it: that is a bug. */
export function readArgument(argv: readonly string[], prefix: string): string {
  const found = argv.find((argument) => argument.startsWith(prefix));
  if (found === undefined) throw new Error(`main did not hand over ${prefix}`);
  return found.slice(prefix.length);
}
