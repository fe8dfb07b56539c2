import type { Device, DeviceEdit } from "../../../../../server/contracts/devices.ts";

/** The fields of the form. */
export interface DeviceDraft {
  readonly name: string;
  readonly callsign: string;
  readonly hasColour: boolean;
  /** `#rrggbb`, as a field for colours gives it. */
  readonly colour: string;
  readonly aircraftId: string;
}

const FIRST_COLOUR = "#ff8800";

export function deviceDraftOf(device: Device): DeviceDraft {
  return {
    name: device.name,
    callsign: device.callsign ?? "",
    hasColour: device.color_tag !== null,
    colour: colourOf(device.color_tag) ?? FIRST_COLOUR,
    aircraftId: device.default_aircraft_override?.id ?? "",
  };
}

export function deviceEditOf(draft: DeviceDraft): DeviceEdit {
  return {
    name: orNull(draft.name),
    callsign: orNull(draft.callsign),
    color_tag: draft.hasColour ? draft.colour : null,
    default_aircraft_override: orNull(draft.aircraftId),
  };
}

/** A colour that can be drawn; undefined for other values that programs may have written. */
export function colourOf(tag: string | null): string | undefined {
  if (tag === null) return undefined;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(tag);
  if (short)
    return `#${short
      .slice(1)
      .flatMap((digit) => [digit, digit])
      .join("")}`.toLowerCase();
  return /^#[0-9a-f]{6}$/i.test(tag) ? tag.toLowerCase() : undefined;
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}
