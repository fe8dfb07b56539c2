import { describe, expect, it } from "vitest";
import { flightModeOf, vehicleClassOf } from "./vehicle-modes.ts";

const [ARDUPILOT, PX4] = [3, 12];
/** `MAV_TYPE` of MAVLink's common messages. */
const [PLANE, QUADROTOR, HELICOPTER, ROVER, TILTROTOR] = [1, 2, 4, 10, 21];

describe("the kind of a vehicle", () => {
  it("is that of its MAV_TYPE", () => {
    const classes = [PLANE, QUADROTOR, 3, HELICOPTER, 13, 14, 15, 29, 35, 19, TILTROTOR, 25].map(vehicleClassOf);
    const copters = (count: number) => Array.from({ length: count }, () => "copter");
    expect(classes).toEqual(["plane", ...copters(2), "helicopter", ...copters(5), "vtol", "vtol", "vtol"]);
    expect([0, ROVER, 18, 26, 27].map(vehicleClassOf)).toEqual(Array.from({ length: 5 }, () => "other"));
  });
});

describe("the flight mode of a heartbeat", () => {
  const modeOf = (type: number, autopilot: number, customMode: number, baseMode = 1) =>
    flightModeOf({ type, autopilot, baseMode, customMode });

  it("of ArduPilot has another name by the kind of vehicle", () => {
    expect([QUADROTOR, HELICOPTER, PLANE, TILTROTOR].map((type) => modeOf(type, ARDUPILOT, 5))).toEqual([
      "LOITER",
      "LOITER",
      "FBWA",
      "FBWA",
    ]);
    expect(modeOf(TILTROTOR, ARDUPILOT, 19)).toBe("QLOITER");
    expect(modeOf(ROVER, ARDUPILOT, 5)).toBeNull();
    expect(modeOf(QUADROTOR, ARDUPILOT, 8)).toBeNull();
  });

  it("of PX4 has a sub-mode while it flies by itself", () => {
    const px4 = (main: number, sub = 0) => modeOf(QUADROTOR, PX4, ((sub << 24) | (main << 16)) >>> 0);
    expect([px4(3), px4(4, 4), px4(4, 5), px4(4), px4(4, 7), px4(4, 200)]).toEqual([
      "POSCTL",
      "AUTO.MISSION",
      "AUTO.RTL",
      "AUTO",
      "AUTO",
      "AUTO",
    ]);
    expect([px4(0), px4(9), px4(3, 4)]).toEqual([null, null, "POSCTL"]);
  });

  it("is not known of another firmware, and where the vehicle states none", () => {
    expect(modeOf(QUADROTOR, 0, 5)).toBeNull();
    expect(modeOf(QUADROTOR, ARDUPILOT, 5, 0x80)).toBeNull();
    expect(modeOf(QUADROTOR, ARDUPILOT, 5, 0x81)).toBe("LOITER");
  });
});
