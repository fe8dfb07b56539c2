import { z } from "zod";
import { stationActivity } from "../sources/source-activity.rules.ts";

/** The options with which the station process opens its station; passed to the server unchanged. */
export const stationOptions = z.strictObject({
  dataDir: z.string().min(1),
  port: z.int().min(0).max(65_535),
  rendererDir: z.string().min(1),
  demo: z.boolean(),
  spatialite: z.string().min(1).exactOptional(),
  authUrl: z.string().min(1).exactOptional(),
  keyInKeychain: z.boolean().exactOptional(),
});
export type StationProcessOptions = z.infer<typeof stationOptions>;

/** The credential of a peer, by the peer's id, or the key that seals secrets of the database. */
const secretName = z.union([z.uuid(), z.literal("sealing-key")]);
/** A secret of the station that the operating system's keychain keeps. */
const secretRequest = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("find"), name: secretName }),
  z.strictObject({ action: z.literal("save"), name: secretName, secret: z.string().min(1).max(65_536) }),
  z.strictObject({ action: z.literal("remove"), name: secretName }),
]);
export type SecretRequest = z.infer<typeof secretRequest>;

const secretAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("found"), secret: z.string() }),
  z.strictObject({ kind: z.literal("absent") }),
  z.strictObject({ kind: z.literal("done") }),
  z.strictObject({ kind: z.literal("unavailable"), reason: z.string() }),
]);
export type SecretAnswer = z.infer<typeof secretAnswer>;

/** From main to the station process. */
export const stationCommand = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("start"), options: stationOptions }),
  z.strictObject({ type: z.literal("stop") }),
  /** The answer to the request of that number. */
  z.strictObject({ type: z.literal("secret"), number: z.int(), answer: secretAnswer }),
  /** Whether a connection from that port of this computer has reached this station; answered with `reached`. */
  z.strictObject({ type: z.literal("caller"), port: z.int() }),
]);
export type StationCommand = z.infer<typeof stationCommand>;

/** From the station process to main. */
export const stationReport = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ready"), url: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }) }),
  z.strictObject({ type: z.literal("failed"), message: z.string() }),
]);
export type StationReport = z.infer<typeof stationReport>;

/** From the station process to main, answered with a command `secret`; also while the station stops. */
export const stationSecret = z.strictObject({
  type: z.literal("secret"),
  number: z.int(),
  request: secretRequest,
});
export type StationSecret = z.infer<typeof stationSecret>;

/** Everything that the station process sends to main. */
export const stationMessage = z.union([
  stationReport,
  stationSecret,
  z.strictObject({ type: z.literal("reached"), port: z.int(), isReached: z.boolean() }),
  /** The activity of the station, after every change. */
  z.strictObject({ type: z.literal("activity"), activity: stationActivity }),
]);
export type StationMessage = z.infer<typeof stationMessage>;
