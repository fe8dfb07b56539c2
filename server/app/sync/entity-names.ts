import type { SyncKind } from "../../contracts/sync.ts";
import type { OutgoingSightings } from "../../features/sightings/index.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { Accounts } from "../compose/accounts.ts";
import type { AccountData } from "../compose/account-data.ts";

/** Names what the outbox and conflicts are about, for a person to read. */
export function createEntityNames(
  { aircraft, devices }: Accounts,
  flights: AccountData["flightCopies"],
  sightings: Pick<OutgoingSightings, "find">,
) {
  return (kind: SyncKind, localId: string): string | undefined => {
    switch (kind) {
      case "aircraft":
        return aircraft.findAny(localId)?.summary.name;
      case "device": {
        const summary = devices.findAny(localId)?.summary;
        return summary && (summary.name || summary.serial_number);
      }
      case "flight":
      case "track":
      case "states":
        return flightName(flights, localId);
      case "annotation": {
        const name = flightName(flights, localId);
        return name && `Note on ${name}`;
      }
      case "sightings":
        return sightingsName(sightings, localId);
    }
  };
}

/** The name that the aircraft declares, and the sensor that received it. */
function sightingsName(sightings: Pick<OutgoingSightings, "find">, id: string): string | undefined {
  const suboperation = sightings.find(id)?.head.suboperation;
  if (suboperation === undefined) return undefined;
  const [identifier] = suboperation.declared.identifiers;
  return `${identifier?.value ?? suboperation.transmitter ?? "Unidentified"}, ${suboperation.sensor_id}`;
}

/** The name that search shows: the aircraft and the time of the flight. */
function flightName(flights: AccountData["flightCopies"], id: string): string | undefined {
  const detail = flights.find(id)?.detail;
  if (detail === undefined) return undefined;
  const note = detail.import_note;
  const what = detail.callsign_used ?? detail.device?.name ?? note?.declared_aircraft ?? note?.source_name ?? "Flight";
  const begin = isoFromMs(Date.parse(detail.date_started ?? detail.date_planned_start));
  return `${what}, ${begin.slice(0, 16).replace("T", " ")}`;
}
