import type { ServerResponse } from "node:http";
import { yieldToEventLoop } from "../storage/sliced.ts";

export type StreamOutcome = "sent" | "disconnected";

/**
 * Writes chunks as the body of a 200 whose headers are set but not yet sent. The next chunk is requested only after the
 * system has taken the last one, whose memory the generator may then reuse. The generator is closed in any case, so
 * that what it reads from is freed.
 *
 * Throws what the generator throws. If nothing was sent before, the caller can still send an error; otherwise the
 * connection is reset, because a truncated document must never look complete.
 *
 * @param signal aborts when the caller disconnects
 */
export async function streamReply(
  response: ServerResponse,
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
  signal: AbortSignal,
): Promise<StreamOutcome> {
  try {
    for await (const chunk of chunks) {
      if (signal.aborted) return "disconnected";
      if (!(await writeChunk(response, chunk, signal))) return "disconnected";
      // Without this, a list from memory and a fast reader would block the event loop until its end.
      await yieldToEventLoop(signal);
    }
    response.end();
    return "sent";
  } catch (error) {
    if (signal.aborted) return "disconnected";
    // Closing an HTTP/1.0 connection would look like the end of a complete response; resetting it does not.
    if (response.headersSent) response.socket?.resetAndDestroy();
    throw error;
  }
}

/** Resolves with true when the bytes have left this process, and with false if the caller disconnected before. */
function writeChunk(response: ServerResponse, chunk: Uint8Array, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const leave = () => resolve(false);
    signal.addEventListener("abort", leave, { once: true });
    response.write(chunk, (error) => {
      // A failed write is followed by the close of the connection, which aborts the signal.
      if (error) return;
      signal.removeEventListener("abort", leave);
      resolve(!signal.aborted);
    });
  });
}
