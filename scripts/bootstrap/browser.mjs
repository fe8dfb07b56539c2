import { spawn } from "node:child_process";
import { openCommand, findNoWindowReason } from "./start.rules.mjs";
import { print } from "./output.mjs";

/**
 * Opens an address in the person's browser where there is a display; the address has been printed in any case.
 * @param {string} address
 */
export function openBrowser(address) {
  if (findNoWindowReason({ platform: process.platform, env: process.env }) !== undefined) return;
  const [command, ...args] = openCommand(process.platform, address);
  const child = spawn(command, args, { stdio: "ignore", detached: true });
  child.once("error", () => print(`No browser could be opened; please open ${address}`));
  child.unref();
}
