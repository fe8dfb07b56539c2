import type { SetupFamily, SetupIdentity } from "../../contracts/setup.ts";
import type { Identified } from "../identify.ts";

/** The name of a family, and the next step for the user. */
const FAMILIES: Readonly<
  Record<Exclude<SetupFamily, "dronetag" | "rider">, readonly [product: string | null, message: string]>
> = {
  arduremoteid: ["ArduRemoteID", "A Remote ID module with ArduRemoteID. Its numbers and its UAS id can be set."],
  dronescout_bridge: [
    null,
    "A receiver that reports other aircraft over MAVLink. Nothing of it can be set here; it can become a source.",
  ],
  flight_controller: [
    null,
    "This is a flight controller. Connect the Remote ID module itself: settings are never written through an autopilot.",
  ],
  gnss: [
    null,
    "This is a GNSS receiver. Nothing of it can be set here; as a source it tells where the station stands, if it sends NMEA 0183. To set up a Remote ID module, connect that one.",
  ],
  modem: [null, "This is a modem. Nothing of it can be set here; connect the Remote ID module itself."],
  esp_console: [
    null,
    "This is the text console of an ESP32 board without a protocol that can be set. If the board has two connectors, use the one marked UART; if it is a receiver, it can become a source.",
  ],
};

export function identifiedAs(
  family: keyof typeof FAMILIES,
  {
    serialNumber,
    firmware = null,
    isLocked = false,
  }: { readonly serialNumber: string | null; readonly firmware?: string | null; readonly isLocked?: boolean },
): Identified {
  const [product, message] = FAMILIES[family];
  const identity: SetupIdentity = { product, firmware, serial_number: serialNumber, hardware: null, device_type: null };
  return { family, identity, isLocked, message };
}

export const SILENT =
  "Nothing answers at this port. Is the device switched on, and its cable one for data? If the board has two connectors, use the one marked UART: the other one is for flashing. Then unplug it, plug it in and try again.";
export const GARBLED =
  "What arrives cannot be understood at any rate. Try another cable or connector, or name the rate of the device if you know it.";
export const CHANGED_LINE_ENDINGS =
  "The device changes line feeds inside binary frames, as some ESP consoles do. Switch the repair of line endings on and try again.";
export const OTHER_REMOTE_ID =
  "A Remote ID transmitter that speaks MAVLink, but has none of ArduRemoteID's settings. It cannot be set here.";
