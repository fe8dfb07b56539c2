import { vehicleAddressOf } from "../kernel/vehicle-address.ts";
import { resolvedPortPath } from "../serial/serial-port.path.ts";
import type { SourceEntry } from "./source.entry.ts";
import type { SupervisedSource } from "./source.supervisor.deps.ts";

/** Returns the port. Calling it again changes nothing. */
export type PortLease = { readonly release: () => void };

type Waiting = { readonly source: SupervisedSource; readonly names: readonly string[] };

/** The ports that sources have released for a set-up, and the sources that wait for theirs. */
export function createPortLeases() {
  const leases = new Set<{ readonly name: string }>();
  const waiting = new Map<string, Waiting>();

  const isLeased = (names: readonly string[]) => leases.values().some(({ name }) => names.includes(name));

  return {
    /** Whether the source has to wait for its port. */
    isHeldBack: (source: SupervisedSource) => isLeased(namesOf(source)),
    hold: (source: SupervisedSource, port: string | null) =>
      void waiting.set(source.id, { source, names: namesOf(source, port) }),
    isWaiting: (sourceId: string) => waiting.has(sourceId),
    forget: (sourceId: string) => void waiting.delete(sourceId),
    /** `uses` tells whether a source uses the port now; `onReleased` receives the sources that can use theirs again. */
    add(path: string, onReleased: (sources: readonly SupervisedSource[]) => void) {
      const lease = { name: resolvedPortPath(path) };
      leases.add(lease);
      return {
        uses: ({ source, port }: Pick<SourceEntry, "source" | "port">) => namesOf(source, port).includes(lease.name),
        release() {
          if (!leases.delete(lease)) return;
          const free = [...waiting.values()].filter(({ names }) => !isLeased(names));
          for (const { source } of free) waiting.delete(source.id);
          onReleased(free.map(({ source }) => source));
        },
      };
    },
  };
}

/** The port of the settings, and the port to which the source has followed its device. */
function namesOf({ settings }: SupervisedSource, port: string | null = null): readonly string[] {
  const path = serialPathOf(settings);
  if (path === undefined) return [];
  return [path, ...(port === null ? [] : [port])].map((one) => resolvedPortPath(one));
}

function serialPathOf(settings: SupervisedSource["settings"]): string | undefined {
  if (settings.kind === "serial") return settings.path;
  if (settings.kind === "position") return settings.url.startsWith("gpsd://") ? undefined : settings.url;
  const address = settings.kind === "mavlink_vehicle" ? vehicleAddressOf(settings.url) : undefined;
  return address?.kind === "serial" ? address.path : undefined;
}
