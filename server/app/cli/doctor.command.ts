import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { listSerialPorts } from "../../ingest/sources/serial-ports.ts";
import { DATABASE_FILE, hasRecording } from "../../storage/database-file.ts";
import { getSpatialiteVersion } from "../../storage/spatialite.ts";
import { VERSION } from "../config.ts";

type Finding = { readonly subject: string; readonly ok: boolean; readonly found: string };

/** Looks at everything a station needs, changes nothing, and exits with 0 only when nothing is missing. */
export async function doctorCommand(options: {
  readonly data: string;
  readonly spatialite?: string;
  readonly json: boolean;
}): Promise<number> {
  const findings: readonly Finding[] = [
    {
      subject: "Fieldstation",
      ok: true,
      found: `${VERSION}, Node ${process.versions.node} on ${process.platform}-${process.arch}`,
    },
    look("SpatiaLite", () => getSpatialiteVersion(options.spatialite)),
    look("data directory", () => dataDirState(options.data)),
    await lookLater("serial ports", async () => {
      const ports = await listSerialPorts();
      return ports.length === 0 ? "none found" : ports.map(({ path }) => path).join(", ");
    }),
  ];
  const isWell = findings.every(({ ok }) => ok);
  const text = options.json
    ? JSON.stringify({ ok: isWell, findings })
    : findings.map(({ subject, ok, found }) => `${ok ? "ok     " : "MISSING"}  ${subject}: ${found}`).join("\n");
  process.stdout.write(`${text}\n`);
  return isWell ? 0 : 1;
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

function look(subject: string, find: () => string): Finding {
  try {
    return { subject, ok: true, found: find() };
  } catch (error) {
    return { subject, ok: false, found: error instanceof Error ? error.message : String(error) };
  }
}

async function lookLater(subject: string, find: () => Promise<string>): Promise<Finding> {
  try {
    return { subject, ok: true, found: await find() };
  } catch (error) {
    return { subject, ok: false, found: error instanceof Error ? error.message : String(error) };
  }
}
