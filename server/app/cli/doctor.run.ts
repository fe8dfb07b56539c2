import { join } from "node:path";
import { Diagnosis } from "../../contracts/maintenance.ts";
import { type AuditVerification, isAuditChained, verifyAuditLog } from "../../features/audit/index.ts";
import { getSpatialiteVersion } from "../../storage/spatialite.ts";
import { openReader } from "../../storage/database.ts";
import { DATABASE_FILE } from "../../storage/database-file.ts";
import { checkDatabase } from "../../storage/integrity.ts";
import type { CheckProgress } from "../../storage/tracks/segment-check.ts";
import { diagnose } from "../station/diagnosis.ts";
import { fetchFromStation } from "./remote-station.ts";

export type DoctorOptions = {
  readonly data: string;
  readonly url?: string;
  readonly token?: string;
  readonly spatialite?: string;
  readonly json: boolean;
};

/**
 * Checks everything that a station needs, on this computer or on a running station. Exits with 0 only when nothing is
 * missing.
 */
export async function doctorCommand({ data, url, token, spatialite, json }: DoctorOptions): Promise<number> {
  const { ok, findings } =
    url === undefined
      ? await diagnose(data, {
          spatialiteVersion: () => getSpatialiteVersion(spatialite),
          findDamage: () => findDamage(data),
          verifyAudit: () => verifyAudit(data),
        })
      : Diagnosis.parse(await (await fetchFromStation({ url, token }, "/station/v1/diagnosis")).json());
  const text = json
    ? JSON.stringify({ ok, findings })
    : findings.map(({ subject, ok, found }) => `${ok ? "ok     " : "MISSING"}  ${subject}: ${found}`).join("\n");
  process.stdout.write(`${text}\n`);
  return ok ? 0 : 1;
}

function findDamage(dataDir: string): string | null {
  const found = checkDatabase(join(dataDir, DATABASE_FILE), "full", printProgress);
  return found.length === 0 ? null : found.join("; ");
}

/** On standard error: a program may read the findings from standard output. */
function printProgress({ checked, total }: CheckProgress): void {
  process.stderr.write(`packed telemetry: ${checked} of ${total} segments checked\n`);
}

/** A recording that no station has opened since the audit log is chained has nothing to verify. */
async function verifyAudit(dataDir: string): Promise<AuditVerification> {
  const db = openReader(join(dataDir, DATABASE_FILE));
  try {
    return isAuditChained(db) ? await verifyAuditLog(db) : { kind: "whole", entries: 0, lastHash: "" };
  } finally {
    db.close();
  }
}
