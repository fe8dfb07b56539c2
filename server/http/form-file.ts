import { Readable } from "node:stream";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { type Upload, UploadError } from "../kernel/upload.ts";

const FILE_FIELD = "file";
/** Other fields of a form are read and discarded. */
const LIMITS = { fields: 20, fieldSize: 64 * 1024, files: 5, parts: 25, headerPairs: 50 };

/**
 * The file in the field `file` of a form (RFC 7578), as it arrives. `undefined` where the content type has no boundary.
 *
 * @param chunks the whole body
 */
export function openForm(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
): Pick<Upload, "chunks" | "fileName"> | undefined {
  const headers: BusboyHeaders = { "content-type": contentType };
  let form: BusboyInstance;
  try {
    form = new Busboy({ headers, limits: LIMITS });
  } catch {
    return undefined;
  }
  let name: string | undefined;
  return {
    fileName: () => name,
    chunks: fileOf(Readable.from(chunks), form, (given) => {
      name = given;
    }),
  };
}

async function* fileOf(
  body: Readable,
  form: BusboyInstance,
  onName: (name: string) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Readable>();
  let file: Readable | undefined;
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    reject(failure);
    file?.destroy(failure);
  };
  const failUnreadable = () => fail(new UploadError("unreadable"));
  form.on("file", (field, stream, fileName) => {
    // The parser also reports the truncation of a form on its file; without a listener that would end the process.
    stream.on("error", failUnreadable);
    if (field !== FILE_FIELD || file !== undefined) return void stream.resume();
    file = stream;
    onName(fileName);
    resolve(stream);
  });
  form.once("finish", () => reject(new UploadError("no_file")));
  form.on("error", failUnreadable);
  body.once("error", fail);
  body.pipe(form);
  try {
    yield* await promise;
  } catch (error) {
    // An error of the parser itself takes precedence.
    throw failure ?? error;
  } finally {
    body.unpipe(form);
    body.destroy();
  }
}
