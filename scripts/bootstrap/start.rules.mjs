/**
 * @typedef {{ inBrowser: boolean, open: boolean, forwarded: readonly string[] }} StartArguments
 */

/**
 * Splits the arguments of `npm start --` into those of this command and those of the station.
 * `--browser` shows the console in the browser even where Electron is there, `--no-open` opens no browser.
 * @param {readonly string[]} args
 * @returns {StartArguments}
 */
export function splitStartArguments(args) {
  const own = new Set(["--browser", "--no-open"]);
  return {
    inBrowser: args.includes("--browser"),
    open: !args.includes("--no-open"),
    forwarded: args.filter((arg) => !own.has(arg)),
  };
}

/**
 * Why Electron cannot show a window here, as the end of a sentence, or undefined where it can.
 * @param {{ platform: string, env: NodeJS.ProcessEnv }} machine
 */
export function findNoWindowReason({ platform, env }) {
  if (platform !== "linux") return undefined;
  return hasValue(env["DISPLAY"]) || hasValue(env["WAYLAND_DISPLAY"]) ? undefined : "there is no display";
}

/**
 * The command that opens an address in the person's browser.
 * @param {string} platform
 * @param {string} address
 * @returns {readonly [command: string, ...args: string[]]}
 */
export function openCommand(platform, address) {
  if (platform === "darwin") return ["open", address];
  if (platform === "win32") return ["cmd", "/c", "start", "", address];
  return ["xdg-open", address];
}

/**
 * Electron's own arguments. Its sandbox refuses to run as root on Linux.
 * @param {{ platform: string, isRoot: boolean }} machine
 * @param {readonly string[]} forwarded
 */
export function electronArguments({ platform, isRoot }, forwarded) {
  return [...(platform === "linux" && isRoot ? ["--no-sandbox"] : []), ".", ...forwarded];
}

/**
 * The console's address out of the first line that `station serve` prints, a JSON object with an `url`.
 * @param {string} line
 * @returns {string | undefined}
 */
export function findAddress(line) {
  return /https?:\/\/[^\s"']+/.exec(line)?.[0];
}

/** @param {string | undefined} value */
const hasValue = (value) => value !== undefined && value !== "";
