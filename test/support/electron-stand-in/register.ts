import { registerHooks } from "node:module";
import { join } from "node:path";

/** Loaded with `--import` before the main process: resolves `electron` to the stand-in. */
const standIn = import.meta.resolve("./electron.ts");

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "electron" ? { url: standIn, shortCircuit: true } : next(specifier, context),
});

Object.defineProperty(process, "resourcesPath", { value: join(import.meta.dirname, "no-resources") });
Object.assign(process.versions, { electron: "0.0.0-stand-in", chrome: "system" });

if (process.send !== undefined) await import("./control.ts");
