import { expect, it } from "vitest";
import { type Source, SourceCreate, SourceSettings, SourceUpdate } from "../../../../../server/contracts/sources.ts";
import { sourceProblemOf, sourceRequestOf } from "./source-draft.ts";
import { sourceChangeOf, storedSourceDraftOf, hasSecret } from "./stored-source.ts";

const ID = "00000000-0000-4000-8000-0000000000b1";
/** As the station answers, with everything that a program may have set. */
const SETTINGS: readonly SourceSettings[] = [
  { kind: "file", path: "/data/a.pcap", speed: 3, loop: true },
  { kind: "udp", host: "0.0.0.0", port: 1 },
  { kind: "serial", path: "/dev/ttyUSB9", baud_rate: 38_400, protocol: "rider", repair_crlf: true },
  { kind: "push" },
  { kind: "cloud", peer_id: ID, bbox: "-130,20,-60,55" },
  { kind: "adsb", url: "tcp://host:30003" },
  {
    kind: "mavlink_vehicle",
    url: "udp://[::1]:14550",
    baud_rate: 57_600,
    aircraft: ID,
    device: null,
    send_heartbeat: true,
    keep_tlog: true,
  },
  {
    kind: "mavlink_vehicle",
    url: "COM3",
    baud_rate: 9_600,
    aircraft: null,
    device: ID,
    send_heartbeat: false,
    keep_tlog: false,
  },
  { kind: "mqtt", url: "mqtts://van", topic: "a/#", shape: "dronescout", username: "van" },
  { kind: "position", url: "/dev/ttyACM1", baud_rate: 19_200 },
  { kind: "position", url: "gpsd://van:2948", baud_rate: 9_600 },
  {
    kind: "netrid",
    dss_url: "https://dss.example/rid/v2",
    token_url: "https://auth.example/token",
    client_id: "van",
    scope: "rid.display_provider",
    bbox: "15.3,46.9,15.6,47.05",
  },
  { kind: "demo" },
];
const shown = (settings: SourceSettings): SourceSettings => {
  if (settings.kind === "mqtt") return { ...settings, has_password: true };
  return settings.kind === "netrid" ? { ...settings, has_client_secret: true } : settings;
};
const sourceWith = (settings: SourceSettings) =>
  ({ id: ID, name: "Van", sensor_id: "roof", enabled: true, settings: shown(settings) }) as Source;
/** What the form sends of a source, with these fields changed. */
const saved = (source: Source, change: Partial<ReturnType<typeof storedSourceDraftOf>> = {}) =>
  sourceChangeOf(source, sourceRequestOf({ ...storedSourceDraftOf(source), ...change }, "Kind"));

it.each(SETTINGS)("fills the form with a source of kind $kind, and changes nothing of it by saving", (settings) => {
  const source = sourceWith(settings);
  expect(sourceProblemOf(storedSourceDraftOf(source))).toBeUndefined();
  expect(SourceCreate.parse(sourceRequestOf(storedSourceDraftOf(source), "Kind")).settings).toEqual(settings);
  expect(saved(source)).toEqual({ name: "Van" });
  expect(hasSecret(source.settings)).toBe(["mqtt", "netrid"].includes(settings.kind));
});

it("knows every kind of source", () => {
  expect(new Set(SETTINGS.map(({ kind }) => kind))).toEqual(
    new Set(SourceSettings.options.map(({ shape }) => shape.kind.value)),
  );
});

it("sends the settings where one of them changed, and a secret only where one was entered", () => {
  const mqtt = sourceWith({ kind: "mqtt", url: "mqtts://van", topic: "a", shape: "scout", username: "van" });
  expect(saved(mqtt, { topic: "b", name: "Roof" })).toEqual({
    name: "Roof",
    settings: { kind: "mqtt", url: "mqtts://van", topic: "b", shape: "scout", username: "van" },
  });
  expect(saved(mqtt, { password: "new" }).settings).toMatchObject({ password: "new", topic: "a" });
  expect(SourceUpdate.parse(saved(mqtt, { sensorId: "mast" }))).toEqual({ name: "Van", sensor_id: "mast" });
});

it("keeps a region as it is until its fields are changed", () => {
  const cloud = sourceWith({ kind: "cloud", peer_id: ID, bbox: "-130,20,-60,55" });
  const { region } = storedSourceDraftOf(cloud);
  expect(saved(cloud, { region: { ...region, km: "100" } }).settings).toMatchObject({ kind: "cloud" });
  expect(sourceProblemOf({ ...storedSourceDraftOf(cloud), region: { ...region, km: "5000" } })).toBe("km");
});
