import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the checkout: every path of the bootstrap starts here, wherever the command was typed. */
export const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/[\\/]$/, "");

/** @param {...string} parts */
export const inRoot = (...parts) => path.join(root, ...parts);

export const modules = inRoot("node_modules");
export const serverCli = inRoot("server", "app", "cli.ts");
/** The same as `electron-vite` builds it. */
export const builtCli = inRoot("out", "main", "station.js");
