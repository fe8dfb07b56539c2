import { startTimeLimit } from "./time-limit.ts";

/** Longer than a busy station needs, and short enough to report a lost answer to the person who waits. */
export const REQUEST_TIMEOUT_MS = 20_000;

export interface WholeResponse {
  readonly status: number;
  /** The address after all redirects. */
  readonly url: string;
  readonly text: string;
}

/**
 * Sends a GET request to an address outside the API and reads the whole answer; `undefined` if none arrives in time.
 * Without a limit, a lost answer would keep the console waiting until it is closed.
 */
export async function fetchInTime(
  address: string | URL,
  { accept, limitMs = REQUEST_TIMEOUT_MS }: { readonly accept: string; readonly limitMs?: number },
): Promise<WholeResponse | undefined> {
  const limit = startTimeLimit(limitMs);
  try {
    const response = await fetch(address, { headers: { accept }, signal: limit.signal });
    return { status: response.status, url: response.url, text: await response.text() };
  } catch (error) {
    // fetch rejects with a TypeError when nothing answers, and with the signal's error when nothing does in time.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError"))
      return undefined;
    throw error;
  } finally {
    limit.end();
  }
}
