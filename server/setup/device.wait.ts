import type { Device } from "./family.ts";
import { LinkFailure } from "./link.ts";

/**
 * Waits for the value that `listen` passes to `done`, at most `timeoutMs`; undefined when there was none. `listen`
 * begins to listen and returns the function that ends that. Rejects as soon as the step is cancelled or the port is
 * closed.
 */
export function waitFor<T>(
  device: Pick<Device, "link" | "schedule" | "signal">,
  timeoutMs: number,
  listen: (done: (value: T) => void) => () => void,
): Promise<T | undefined> {
  const { link, schedule, signal } = device;
  return new Promise((resolve, reject) => {
    let isOver = false;
    let stop: () => void = () => undefined;
    let cancel: () => void = () => undefined;
    const finish = () => {
      isOver = true;
      cancel();
      stop();
      signal.removeEventListener("abort", abort);
      link.closed.removeEventListener("abort", lose);
    };
    const abort = () => {
      finish();
      reject(cancelledError(signal));
    };
    const lose = () => {
      finish();
      reject(lostFailure(link.path));
    };
    if (signal.aborted || link.closed.aborted) {
      if (signal.aborted) abort();
      else lose();
      return;
    }
    signal.addEventListener("abort", abort, { once: true });
    link.closed.addEventListener("abort", lose, { once: true });
    cancel = schedule(() => {
      finish();
      resolve(undefined);
    }, timeoutMs);
    stop = listen((value) => {
      if (isOver) return;
      finish();
      resolve(value);
    });
    // A value that is already there is reported before the function that ends the listening exists.
    if (isOver) stop();
  });
}

/** Waits that long; unlike the pause of the kernel it rejects when the step is cancelled or the port is closed. */
export async function pauseUnlessLost(
  device: Pick<Device, "link" | "schedule" | "signal">,
  delayMs: number,
): Promise<void> {
  await waitFor<never>(device, delayMs, () => () => undefined);
}

export function lostFailure(path: string): LinkFailure {
  return new LinkFailure("lost", `The device at ${path} was unplugged.`);
}

function cancelledError(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error("The step was cancelled.");
}
