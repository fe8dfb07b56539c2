import type { DeviceFamily } from "../family.ts";
import { checkModule } from "./module.check.ts";
import { restartModule } from "./module.restart.ts";
import { planSettings, type PlanOptions } from "./settings.plan.ts";
import { readSettings } from "./settings.read.ts";
import { verifySettings } from "./settings.verify.ts";
import { writeSettings } from "./settings.write.ts";

/** Modules with ArduRemoteID (1.14), over MAVLink: their numeric parameters, and their Basic ID. */
export function arduRemoteIdFamily(options: Partial<PlanOptions> = {}): DeviceFamily {
  const { allowPermanentLock = false } = options;
  return {
    opensWithKey: false,
    read: readSettings,
    plan: (reading, wanted, identity) => planSettings(reading, wanted, { identity, options: { allowPermanentLock } }),
    write: writeSettings,
    restart: restartModule,
    verify: verifySettings,
    check: checkModule,
    protect: null,
  };
}
