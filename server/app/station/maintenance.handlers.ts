import type { maintenanceRoutes } from "../../contracts/maintenance.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import { type Clock, isoFromMs } from "../../kernel/clock.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { Backups } from "../threads/backups.ts";
import type { Checks } from "../threads/checks.ts";
import { diagnose, type DiagnosisDeps } from "./diagnosis.ts";

const NEEDS_SIGN_IN =
  "A backup holds the recordings and accounts of everybody: sign in, or copy its data directory on this computer with `station backup`.";

export function createMaintenanceHandlers(deps: {
  readonly backups: Backups;
  readonly checks: Pick<Checks, "run">;
  readonly verifyAudit: DiagnosisDeps["verifyAudit"];
  readonly findPacking: NonNullable<DiagnosisDeps["findPacking"]>;
  readonly dataDir: string;
  readonly spatialiteVersion: string;
  readonly clock: Clock;
  readonly recordAudit: RecordAudit;
}): Handlers<typeof maintenanceRoutes> {
  const { backups, checks, dataDir, spatialiteVersion, clock, recordAudit } = deps;
  return {
    makeBackup({ principal: { userId, credential }, remoteAddress: address }) {
      // Any user of the computer may call without a credential, including users who cannot read its files.
      if (credential === "local") return failure(403, "forbidden", NEEDS_SIGN_IN);
      if (backups.isRunning()) return failure(409, "backup_running", "Another backup is being made; ask again later.");
      recordAudit({ kind: "backup_made", userId: null, actorId: userId, address });
      // Names sort by time and are valid on every file system.
      const time = isoFromMs(clock.now()).slice(0, 19).replaceAll(":", "-");
      const headers = { "Content-Disposition": `attachment; filename=fieldstation-${time}.sqlite` };
      return { status: 200, headers, body: backups.send() };
    },
    async diagnose() {
      const body = await diagnose(dataDir, {
        spatialiteVersion: () => spatialiteVersion,
        findDamage: async () => (await checks.run("full")).damage,
        verifyAudit: deps.verifyAudit,
        findPacking: deps.findPacking,
      });
      return { status: 200, body };
    },
  };
}
