import { flightTitleOf } from "../../contracts/flight-title.ts";
import type { Flight } from "../../contracts/flights.ts";
import type { FlightsFeature } from "../../features/flights/index.ts";
import type { Findable } from "../../features/search/index.ts";
import type { createZones } from "../../features/zones/index.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Accounts } from "./accounts.ts";
import { flightNameOf } from "./flight-name.ts";

type Named = { readonly name: string };

/** Lists everything with a name that a caller may see. */
export function createFindable({
  aircraft,
  devices,
  flights,
  zones,
}: Pick<Accounts, "aircraft" | "devices"> & {
  readonly flights: Pick<FlightsFeature, "listNames">;
  readonly zones: Pick<ReturnType<typeof createZones>, "listNames">;
}): (caller: Principal) => readonly Findable[] {
  return (caller) => {
    const ownAircraft = aircraft.listNames(caller);
    const readableDevices = devices.listNames(caller);
    const aircraftOf = finderOf(ownAircraft, (id) => aircraft.findAny(id)?.summary);
    const deviceOf = finderOf(readableDevices, (id) => devices.findAny(id)?.summary);

    function toFindable(flight: ReturnType<FlightsFeature["listNames"]>[number]): Findable {
      const titled = {
        callsign_used: flight.callsign,
        aircraft: aircraftOf(flight.aircraft),
        device: deviceOf(flight.device),
        import_note: noteOf(flight),
      };
      // With an aircraft of the account too, a flight is looked for by its device, and an imported one by its log.
      const otherTitle = titled.aircraft === null ? undefined : flightTitleOf({ ...titled, aircraft: null });
      const alsoKnownAs = [otherTitle, flight.sourceName].filter((name) => name !== undefined && name !== null);
      return {
        id: flight.id,
        name: flightNameOf(titled, flight.startMs),
        kind: "flight",
        ...(alsoKnownAs.length > 0 && { alsoKnownAs }),
      };
    }

    return [
      ...ownAircraft.map(({ id, name }) => ({ id, name, kind: "aircraft" as const })),
      ...readableDevices.map(({ id, name, serial_number }) => ({
        id,
        name,
        kind: "device" as const,
        alsoKnownAs: [serial_number],
      })),
      ...flights.listNames(caller).map(toFindable),
      ...zones.listNames().map(({ id, name }) => ({ id, name, kind: "zone" as const })),
    ];
  };
}

/** Also finds what the caller may not list: the page of a flight names the aircraft and the device of a public one. */
function finderOf(listed: readonly (Named & { readonly id: string })[], find: (id: string) => Named | undefined) {
  const known = new Map<string, Named | null>(listed.map((one) => [one.id, one]));
  return (id: string | null): Named | null => {
    if (id === null) return null;
    const found = known.get(id);
    if (found !== undefined) return found;
    const named = find(id) ?? null;
    known.set(id, named);
    return named;
  };
}

function noteOf({ declaredAircraft, sourceName, logName }: ReturnType<FlightsFeature["listNames"]>[number]) {
  const note = { declared_aircraft: declaredAircraft, source_name: sourceName };
  return { ...note, ...(logName !== null && { name: logName }) } satisfies Flight["import_note"];
}
