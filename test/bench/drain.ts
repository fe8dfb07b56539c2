import { connect } from "node:net";

/** A fast sender fills it nearly every time. */
const BUFFER_BYTES = 256 * 1024;
const FOUND = "HTTP/1.1 200";
const LAST_CHUNK = "0\r\n\r\n";

/**
 * Reads a chunked response to its end and discards it; resolves with its number of bytes. Every read goes into the same
 * buffer and is not parsed: Node's HTTP client uses most of a core for what a station writes with one, and on two cores
 * that would be part of the measurement. Rejects unless the response is a complete 200.
 */
export function drain(url: string, accept: string): Promise<number> {
  const { hostname, port, host, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    let bytes = 0;
    let head = "";
    let tail = "";
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer: Buffer.alloc(BUFFER_BYTES),
        callback(length, buffer) {
          const part = Buffer.from(buffer.buffer, buffer.byteOffset, length);
          if (head.length < FOUND.length) head += part.toString("latin1", 0, FOUND.length - head.length);
          tail = (tail + part.toString("latin1", Math.max(0, length - LAST_CHUNK.length))).slice(-LAST_CHUNK.length);
          bytes += length;
          return true;
        },
      },
    });
    socket.once("error", reject);
    socket.once("end", () => {
      if (head !== FOUND) reject(new Error(`${pathname} was answered with ${head}`));
      else if (tail !== LAST_CHUNK) reject(new Error(`${pathname} ended after ${bytes} bytes, before its last chunk`));
      else resolve(bytes);
    });
    socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`,
    );
  });
}
