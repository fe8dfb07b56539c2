import { z } from "zod";
import { Datetime } from "./common.ts";
import { Unauthenticated } from "./errors.ts";
import { StationPosition } from "./receiver-settings.ts";
import { Packing } from "./packing.ts";
import { defineRoutes } from "./route.ts";

/** The station's own paths (`/station/v1`): not part of the cloud service. */

export const StationProblem = z
  .object({
    code: z.string().describe("Short code: `disk_full`, `recording_damaged`, `restore_waits`."),
    msg: z.string().describe("A sentence to show to the user."),
  })
  .meta({ id: "StationProblem", description: "Something that keeps the station from doing all it should." });
export type StationProblem = z.infer<typeof StationProblem>;

export const Health = z
  .object({
    status: z
      .enum(["ok", "degraded"])
      .describe("`ok`: the station is responding and its database is open; `degraded`: it cannot do all it should."),
    problems: z.array(StationProblem).describe("Why it is `degraded`; empty otherwise."),
    database: z
      .object({
        sqlite: z.string().describe("Version of SQLite."),
        spatialite: z.string().describe("Version of SpatiaLite."),
      })
      .describe("Versions of the database."),
    has_accounts: z.boolean().describe("False until the first account is registered, which anyone may do."),
    needs_sign_in: z
      .boolean()
      .describe(
        "Whether this caller has to sign in: true without a credential, unless the station trusts its own computer.",
      ),
  })
  .meta({ id: "Health", description: "Health of the station." });
export type Health = z.infer<typeof Health>;

export const StationInfo = z
  .object({
    name: z.string().describe("Always `Fieldstation`."),
    version: z.string().describe("Version of the software."),
    demo: z.boolean().describe("True when the data is simulated."),
    started_at: Datetime.describe("When it was started."),
    server_time: Datetime.describe("Current time of the station's clock."),
    data_dir: z
      .string()
      .nullable()
      .describe("Data directory of the recording; null for callers who do not administer the station."),
    sync: z.int().describe("Version number of the protocol by which stations synchronise; absent where there is none."),
    recording: z
      .string()
      .optional()
      .describe(
        "Id of the recording: another one once a backup has taken its place. Absent while the disk does not take it.",
      ),
    operations: z.int().describe("Number of operations recorded."),
    ua_records: z.int().describe("Number of aircraft telemetry records stored."),
    problems: z.array(StationProblem).describe("Problems that keep the station from working fully; usually empty."),
    position: StationPosition.optional().describe("Its position, by its own receiver; absent while that has none."),
    packing: Packing.optional().describe("Progress of packing telemetry; absent while none is packed."),
    open_documents: z.int().describe("Number of telemetry responses being written at the moment."),
    evidence_key: z.string().nullable().describe("Public key (Ed25519, PEM) of evidence packs; null if there is none."),
  })
  .meta({ id: "StationInfo", description: "Information on this station." });
export type StationInfo = z.infer<typeof StationInfo>;

export const stationRoutes = defineRoutes({
  getHealth: {
    method: "get",
    path: "/station/v1/health",
    tag: "Station",
    summary: "Health of the station",
    who: "anyone",
    replies: { 200: Health },
  },
  getInfo: {
    method: "get",
    path: "/station/v1/info",
    tag: "Station",
    summary: "Information on this station",
    who: "user",
    replies: { 200: StationInfo, 401: Unauthenticated },
  },
});
