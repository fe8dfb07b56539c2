import { setTimeout } from "node:timers/promises";
import type { SetupSession, SetupState } from "../../contracts/setup.ts";
import { runWithInterrupt } from "./with-interrupt.ts";
import type { SetupApi, SetupLocation } from "./with-setup.ts";

export type PortOptions = SetupLocation & {
  readonly baudRate?: number;
  readonly repairCrlf: boolean;
};

const POLL_MS = 100;
const BUSY: readonly SetupState[] = ["opening", "identifying", "reading", "writing", "restarting", "verifying"];

/** Whether a step is running, or the session waits for a device that was unplugged. */
export function isBusy({ state, error }: SetupSession): boolean {
  return BUSY.includes(state) || (state === "lost" && error === null);
}

/** The session when it is no longer busy; rejects when the signal aborts. */
export async function waitUntilIdle(api: SetupApi, id: string, signal: AbortSignal): Promise<SetupSession> {
  for (;;) {
    const session = await api("getSetupSession", { params: { id } });
    if (!isBusy(session)) return session;
    await setTimeout(POLL_MS, undefined, { signal });
  }
}

/** Opens a port and waits until the device is identified, or could not be. */
export async function openAtPort(
  api: SetupApi,
  path: string,
  { baudRate, repairCrlf, signal }: Pick<PortOptions, "baudRate" | "repairCrlf"> & { readonly signal: AbortSignal },
): Promise<SetupSession> {
  const body = { path, repair_crlf: repairCrlf, ...(baudRate === undefined ? {} : { baud_rate: baudRate }) };
  const { id } = await api("openSetupSession", { body });
  try {
    return await waitUntilIdle(api, id, signal);
  } catch (error) {
    await closeSession(api, id);
    throw error;
  }
}

/** Frees the port; a session that has ended meanwhile needs no end. */
export async function closeSession(api: SetupApi, id: string): Promise<void> {
  await api("endSetupSession", { params: { id } }).catch(() => undefined);
}

/** Aborts with Ctrl C; what is being written is finished, and the port is freed. */
export function runInterruptibleSetup<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return runWithInterrupt("Interrupted; the port is free.", async (signal) => {
    try {
      return await run(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      throw signal.reason;
    }
  });
}
