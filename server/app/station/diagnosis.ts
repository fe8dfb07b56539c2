import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Diagnosis, Finding } from "../../contracts/maintenance.ts";
import { listSerialPorts } from "../../serial/serial-ports.ts";
import { DATABASE_FILE, hasRecording } from "../../storage/database-file.ts";
import { VERSION } from "./config.ts";

/** Checks everything that a station needs, without changing anything. */
export async function diagnose(dataDir: string, spatialiteVersion: () => string): Promise<Diagnosis> {
  const findings: Finding[] = [
    {
      subject: "Fieldstation",
      ok: true,
      found: `${VERSION}, Node ${process.versions.node} on ${process.platform}-${process.arch}`,
    },
    await runCheck("SpatiaLite", spatialiteVersion),
    await runCheck("data directory", () => dataDirState(dataDir)),
    await runCheck("serial ports", async () => {
      const ports = await listSerialPorts();
      return ports.length === 0 ? "none found" : ports.map(({ path }) => path).join(", ");
    }),
  ];
  return { ok: findings.every(({ ok }) => ok), findings };
}

function dataDirState(dataDir: string): string {
  if (hasRecording(dataDir)) {
    accessSync(join(dataDir, DATABASE_FILE), constants.R_OK | constants.W_OK);
    return `${dataDir}, with a recording`;
  }
  let parent = dataDir;
  while (!existsSync(parent)) parent = dirname(parent);
  if (!statSync(parent).isDirectory()) throw new Error(`${parent} is a file, not a directory.`);
  accessSync(parent, constants.W_OK);
  return `${dataDir}, nothing recorded yet`;
}

async function runCheck(subject: string, find: () => string | Promise<string>): Promise<Finding> {
  try {
    return { subject, ok: true, found: await find() };
  } catch (error) {
    return { subject, ok: false, found: error instanceof Error ? error.message : String(error) };
  }
}
