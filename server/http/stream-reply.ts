import type { ServerResponse } from "node:http";
import { yieldToEventLoop } from "../storage/sliced.ts";

export type StreamOutcome = "sent" | "hung up";

/**
 * Writes chunks as the body of a 200 whose headers are set but not yet sent. The next chunk is asked for only when the
 * system has taken the last one, whose memory is the giver's again from then on. However it ends, the generator is
 * closed, so that what it reads from is free again.
 *
 * Throws what the generator throws. If nothing was sent by then the caller can still answer with an error; otherwise
 * the connection is reset, because a cut document must never look whole.
 *
 * @param signal aborts when the caller hangs up
 */
export async function streamReply(
  response: ServerResponse,
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
  signal: AbortSignal,
): Promise<StreamOutcome> {
  try {
    for await (const chunk of chunks) {
      if (signal.aborted) return "hung up";
      if (!(await writeChunk(response, chunk, signal))) return "hung up";
      // A list that lies in memory, sent to a quick reader, would let nothing else run until its end.
      await yieldToEventLoop(signal);
    }
    response.end();
    return "sent";
  } catch (error) {
    if (signal.aborted) return "hung up";
    // A closed HTTP/1.0 connection would pass for a complete answer, a reset one passes for nothing.
    if (response.headersSent) response.socket?.resetAndDestroy();
    throw error;
  }
}

/** Resolves when the bytes have left this process; with false when the caller has hung up before. */
function writeChunk(response: ServerResponse, chunk: Uint8Array, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const leave = () => resolve(false);
    signal.addEventListener("abort", leave, { once: true });
    response.write(chunk, (error) => {
      // What cannot be written any more is followed by the end of the connection, which aborts the signal.
      if (error) return;
      signal.removeEventListener("abort", leave);
      resolve(!signal.aborted);
    });
  });
}
