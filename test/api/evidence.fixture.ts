import { strFromU8, zipSync } from "fflate";

/** The files of a pack by their paths. */
export type Files = Readonly<Record<string, Uint8Array>>;

export const zipped = (files: Files) => Buffer.from(zipSync({ ...files }));
export const textOf = (files: Files, path: string) => strFromU8(files[path]!);
export const linesOf = (files: Files, path: string) =>
  textOf(files, path)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
