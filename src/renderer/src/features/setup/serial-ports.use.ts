import { onScopeDispose, type ShallowRef, shallowRef } from "vue";
import type { SerialPortInfo } from "../../../../../server/contracts/sources.ts";
import { call, type Failure, routes } from "../../api/station.client.ts";
import { onTick } from "../../ui/clock.ts";

const REFRESH_EVERY_MS = 2_000;
/** The interval beside a list, where nobody waits for a device to appear. */
export const SLOW_POLL_MS = 10_000;

export interface SerialPorts {
  /** Undefined before they were listed once. */
  readonly ports: Readonly<ShallowRef<readonly SerialPortInfo[] | undefined>>;
  /** Why they could not be listed the last time; undefined if they were. */
  readonly failure: Readonly<ShallowRef<Failure | undefined>>;
  /** Whether the port appeared while the page was open. */
  isNew(port: SerialPortInfo): boolean;
}

/** The serial ports of the station's computer, polled, so that a device appears when it is plugged in. */
export function useSerialPorts(refreshEveryMs = REFRESH_EVERY_MS): SerialPorts {
  const ports = shallowRef<readonly SerialPortInfo[]>();
  const failure = shallowRef<Failure>();
  let first: ReadonlySet<string> | undefined;

  async function load(): Promise<void> {
    const answer = await call(routes.listSerialPorts);
    if (answer.kind === "cancelled") return;
    failure.value = answer.kind === "ok" ? undefined : answer;
    if (answer.kind !== "ok") return;
    first ??= new Set(answer.value.map(({ path }) => path));
    ports.value = answer.value;
  }

  void load();
  onScopeDispose(onTick(refreshEveryMs, () => void load()));
  return { ports, failure, isNew: ({ path }) => first?.has(path) === false };
}
