import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { z } from "zod";

/** The value in a file of this app; `undefined` when there is no file yet, and when it is not valid. */
export function findJson<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> | undefined {
  if (!existsSync(path)) return undefined;
  return schema.safeParse(parseJson(readFileSync(path, "utf8"))).data;
}

/** Writes a new file and renames it, so that a power cut leaves the old or the new one. */
export function saveJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.new`;
  writeFileSync(draft, JSON.stringify(value));
  renameSync(draft, path);
}

/** The value of a JSON text; `undefined` when it is not one. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
