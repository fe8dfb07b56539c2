import { describe, expect, it } from "vitest";
import { SourceCreate } from "../../../../../server/contracts/sources.ts";
import { emptyDraft, sourceProblemOf, sourceRequestOf } from "./source-draft.ts";
import { EMPTY_VEHICLE, type VehicleDraft, vehicleProblemOf, vehicleSettingsOf, withLink } from "./vehicle-draft.ts";

const AIRCRAFT = "00000000-0000-4000-8000-0000000000d1";
const urlOf = (draft: Partial<VehicleDraft>) => vehicleSettingsOf({ ...EMPTY_VEHICLE, ...draft }).url;

describe("the operator's own aircraft as a source", () => {
  it("listens at the port of ground stations by default", () => {
    expect(urlOf({})).toBe("udp://0.0.0.0:14550");
    expect(vehicleSettingsOf(withLink(EMPTY_VEHICLE, "tcp")).url).toBe("tcp://127.0.0.1:5760");
    expect(urlOf({ link: "tcp", host: " fe80::1 ", port: 5762 })).toBe("tcp://[fe80::1]:5762");
    expect(urlOf({ link: "serial", serialPath: " /dev/ttyUSB0 " })).toBe("/dev/ttyUSB0");
  });

  it("reports which field is missing", () => {
    expect(sourceProblemOf(emptyDraft("mavlink_vehicle"))).toBeUndefined();
    expect(vehicleProblemOf({ ...EMPTY_VEHICLE, host: "" })).toBe("vehicle_host");
    expect(vehicleProblemOf({ ...EMPTY_VEHICLE, port: 70_000 })).toBe("vehicle_port");
    expect(vehicleProblemOf({ ...EMPTY_VEHICLE, port: "" })).toBe("vehicle_port");
    expect(vehicleProblemOf({ ...EMPTY_VEHICLE, link: "serial" })).toBe("vehicle_serial");
  });

  it("follows the contract, and is named after its address", () => {
    const draft = { ...emptyDraft("mavlink_vehicle"), vehicle: { ...EMPTY_VEHICLE, aircraftId: AIRCRAFT } };
    expect(SourceCreate.parse(sourceRequestOf(draft, "Own aircraft"))).toMatchObject({
      name: "udp://0.0.0.0:14550",
      settings: { kind: "mavlink_vehicle", aircraft: AIRCRAFT, device: null, send_heartbeat: false },
    });
  });
});
