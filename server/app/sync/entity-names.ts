import { writeFlightNoteName } from "../../contracts/flight-title.ts";
import type { SyncKind } from "../../contracts/sync.ts";
import type { OutgoingSightings } from "../../features/sightings/index.ts";
import type { Accounts } from "../compose/accounts.ts";
import type { AccountData } from "../compose/account-data.ts";
import { flightNameOf } from "../compose/flight-name.ts";

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
        return name && writeFlightNoteName(name);
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

/** The name that search shows. */
function flightName(flights: AccountData["flightCopies"], id: string): string | undefined {
  const detail = flights.find(id)?.detail;
  return detail && flightNameOf(detail, Date.parse(detail.date_started ?? detail.date_planned_start));
}
