import { type Format, FORMATS } from "../../../../server/contracts/formats.ts";

/** The name of a file in a format, as other programs know it: that of a sequence is not its own name. */
export function withExtension(name: string, format: Format): string {
  return `${name}.${FORMATS[format].extension}`;
}

/** A name and a time, without characters that a file system refuses. */
export function fileNameOf(name: string, time: string | undefined): string {
  const began = time?.slice(0, 19).replaceAll(":", "-") ?? "";
  return [name, began]
    .filter((part) => part !== "")
    .join("_")
    .replaceAll(/[^\w.-]+/g, "-");
}
