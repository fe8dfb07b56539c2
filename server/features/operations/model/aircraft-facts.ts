import type { Declared, Identifier } from "../../../kernel/sighting.ts";
import { UA_TYPES } from "../../../kernel/ua-types.ts";
import type { DescribedAircraft, SuboperationModel } from "./operation.model.ts";

function aircraftType(code: number | null): string | null {
  return code === null ? null : (UA_TYPES[code] ?? null);
}

/** Manufacturer codes of ANSI/CTA-2063-A seen on real aircraft: the first four characters of a serial number. */
const MANUFACTURERS: Readonly<Record<string, string>> = { "1581": "DJI", "1588": "Parrot", "1596": "Dronetag" };

function manufacturerOf(identifiers: readonly Identifier[]): string | null {
  const serial = identifiers.find(({ type }) => type === "serial_number");
  return serial === undefined ? null : (MANUFACTURERS[serial.value.slice(0, 4)] ?? null);
}

/**
 * The aircraft of some suboperations: as described by the accounts of their flights, otherwise as declared by the
 * aircraft.
 */
export function aircraftModelsOf(
  suboperations: readonly Pick<SuboperationModel, "aircraft">[],
  declared: Pick<Declared, "identifiers" | "uaType">,
): DescribedAircraft[] {
  const type = aircraftType(declared.uaType);
  const described = new Map<string, DescribedAircraft>();
  for (const { aircraft } of suboperations) {
    if (aircraft === null) continue;
    const { maker, model } = aircraft;
    described.set(JSON.stringify([maker, model]), { maker, model, type: aircraft.type ?? type });
  }
  if (described.size > 0) return [...described.values()];
  const maker = manufacturerOf(declared.identifiers);
  return type === null && maker === null ? [] : [{ maker, model: null, type }];
}
