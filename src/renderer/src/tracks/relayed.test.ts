import { expect, it } from "vitest";
import { onlyPeerOf, peerOfSensor } from "./relayed.ts";

const cloud = (values: object = {}) => ({
  name: "Region",
  sensor_id: "Hub",
  settings: { kind: "cloud" as const, peer_id: "", bbox: "" },
  peer_name: "Team hub",
  ...values,
});
const own = { name: "Roof", sensor_id: "Hub", settings: { kind: "push" as const }, peer_name: null };

it("names the peer through which a sensor's records came", () => {
  expect(peerOfSensor("Hub / roof", [own, cloud()])).toBe("Team hub");
  expect(peerOfSensor("Hub / roof", [cloud({ peer_name: null })])).toBe("Region");
});

it("takes no sensor of this station for a peer's", () => {
  expect(peerOfSensor("Hub", [cloud()])).toBeUndefined();
  expect(peerOfSensor("Hub / roof", [own])).toBeUndefined();
});

it("names the peer of an aircraft only when nobody else receives it", () => {
  expect(onlyPeerOf(["Hub / roof", "Hub / gate"], [cloud()])).toBe("Team hub");
  expect(onlyPeerOf(["Hub / roof", "field"], [cloud()])).toBeUndefined();
  expect(onlyPeerOf([], [cloud()])).toBeUndefined();
});
