import type { Buffer } from "node:buffer";
import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { RequestHandler } from "express";
import { gzipWhole, MIN_GZIP_BYTES, setGzip, takesGzip } from "./content-coding.ts";

type KeptFile = { readonly tag: string; readonly body: Promise<Buffer> };

/** The names that a build gives its files; none of them leads out of the directory. */
const TEXT_FILE = /^(?:\/[\w-][\w.-]*)+\.(js|css|html|svg|json)$/;

/**
 * Sends the text files of a directory compressed to other computers, and leaves all other requests to the next handler.
 * A file is compressed once and kept in memory until it changes: all of the console takes a megabyte.
 */
export function compressedFiles(directory: string, cacheControl: string): RequestHandler {
  const keptByPath = new Map<string, KeptFile>();

  function find(path: string, file: Stats): KeptFile {
    const tag = tagOf(file);
    // On a disk that does not tell upper and lower case apart, each spelling of a name would be kept.
    const key = path.toLowerCase();
    const kept = keptByPath.get(key);
    if (kept?.tag === tag) return kept;
    const made = { tag, body: readFile(join(directory, path)).then(gzipWhole) };
    keptByPath.set(key, made);
    made.body.catch(() => keptByPath.delete(key));
    return made;
  }

  return async (request, response, next) => {
    const { path, method, headers } = request;
    const extension = TEXT_FILE.exec(path)?.[1];
    if (extension === undefined || (method !== "GET" && method !== "HEAD")) return next();
    if (!takesGzip(response, true) || headers.range !== undefined) return next();
    const file = await stat(join(directory, path)).catch(() => undefined);
    if (file === undefined || !file.isFile() || file.size < MIN_GZIP_BYTES) return next();
    const { tag, body } = find(path, file);
    response.type(extension).set({ "Cache-Control": cacheControl, ETag: tag });
    if (request.fresh) return void response.status(304).end();
    const bytes = await body;
    setGzip(response, bytes.length);
    response.send(bytes);
  };
}

/** A weak tag, which stands for the file whether it is compressed or not, as `express.static` makes it. */
function tagOf({ size, mtime }: Stats): string {
  return `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`;
}
