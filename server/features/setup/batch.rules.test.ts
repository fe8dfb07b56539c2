import { describe, expect, it } from "vitest";
import { isOfDeviceInProgress, keyOfPort, setObstacle } from "./batch.rules.ts";

const port = (path: string, serial_number: string | null = null) => ({ path, serial_number });

describe("a port that appears during a batch", () => {
  it("is that of a device under way which restarted, at the same port or under another name", () => {
    const underWay = [port("/dev/a", "S1")];
    expect(isOfDeviceInProgress(port("/dev/a", "S1"), underWay, [port("/dev/a", "S1")])).toBe(true);
    expect(isOfDeviceInProgress(port("/dev/b", "S1"), underWay, [port("/dev/b", "S1")])).toBe(true);
  });

  it("is that of another device, although converters of one kind have the same number", () => {
    const present = [port("/dev/a", "0001"), port("/dev/b", "0001"), port("/dev/c")];
    expect(isOfDeviceInProgress(port("/dev/b", "0001"), [port("/dev/a", "0001")], present)).toBe(false);
    expect(isOfDeviceInProgress(port("/dev/c"), [port("/dev/a")], present)).toBe(false);
  });

  it("is new when another device is at it", () => {
    expect(keyOfPort(port("/dev/a", "S1"))).not.toBe(keyOfPort(port("/dev/a", "S2")));
  });
});

it("does not call a device done that the configuration set does not mention", () => {
  expect(setObstacle({ WIFI_CHANNEL: 1 }, [{ name: "app/brightness" }])).toContain("none of the settings");
  expect(setObstacle({ WIFI_CHANNEL: 1 }, [{ name: "WIFI_CHANNEL" }])).toBeUndefined();
});
