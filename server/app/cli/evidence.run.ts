import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type EvidenceFormat, EvidenceRequest, type EvidenceVerdict } from "../../contracts/evidence.ts";
import { fingerprintOf } from "../../export/evidence/manifest.ts";
import { verifyPack } from "../../export/evidence/verify.ts";
import { DATABASE_FILE } from "../../storage/database-file.ts";
import { writeEvidenceFrom } from "../threads/evidence.writer.ts";
import { runWithEvidence } from "./with-evidence.ts";
import { fetchFromStation } from "./remote-station.ts";
import type { LogLevel } from "../station/config.ts";
import { verdictLines } from "./evidence.verdict.ts";
import { writeOutput } from "./write-output.ts";

const OWNER_ONLY = 0o600;

export type EvidenceOptions = {
  readonly title: string;
  readonly from?: string;
  readonly to?: string;
  readonly bbox?: string;
  readonly operation: readonly string[];
  readonly format: readonly EvidenceFormat[];
  readonly withoutAlerts: boolean;
  readonly withRaw: boolean;
  readonly user?: string;
  readonly output?: string;
  readonly json: boolean;
  readonly url?: string;
  readonly token?: string;
  readonly data: string;
  readonly spatialite?: string;
  readonly logLevel: LogLevel;
};

export type VerifyOptions = { readonly key?: string; readonly json: boolean };

/** Writes a pack of a data directory that no server is using, or of a running station. */
export async function evidenceCommand(options: EvidenceOptions): Promise<number> {
  const { title, from, to, bbox, operation, format, withoutAlerts, withRaw, url, token, output } = options;
  const body = EvidenceRequest.parse({
    title,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(bbox !== undefined && { bbox }),
    ...(operation.length > 0 && { operations: operation }),
    formats: format,
    with_alerts: !withoutAlerts,
    with_raw: withRaw,
  });
  let bytes: number;
  if (url === undefined) bytes = await writeLocally(options, body);
  else {
    const path = "/station/v1/evidence";
    const response = await fetchFromStation({ url, token }, path, { method: "POST", accept: "application/zip", body });
    bytes = await writeOutput(Readable.fromWeb(response.body!), { path: output, mode: OWNER_ONLY });
  }
  const summary = `${JSON.stringify({ title, file: output ?? null, bytes })}\n`;
  // Without a file, standard output is the pack itself, so the summary goes to standard error.
  if (options.json) (output === undefined ? process.stderr : process.stdout).write(summary);
  return 0;
}

function writeLocally(options: EvidenceOptions, body: EvidenceRequest): Promise<number> {
  return runWithEvidence(options, async ({ service, caller }) => {
    const { signal } = new AbortController();
    const planned = await service.plan(body, caller, signal);
    switch (planned.kind) {
      case "invalid":
        throw new Error(planned.messages.join("\n"));
      case "no_operation":
        throw new Error(`There is no operation ${planned.id} in ${options.data}.`);
      case "forbidden":
        throw new Error("Frames as they were received are for administrators only.");
      case "plan":
        return writeOutput(
          Readable.from(writeEvidenceFrom(join(options.data, DATABASE_FILE), planned.plan, signal), {
            objectMode: false,
          }),
          { path: options.output, mode: OWNER_ONLY },
        );
    }
  });
}

/** Prints what was changed in a pack, file by file. */
export async function verifyCommand(file: string, { key, json }: VerifyOptions): Promise<number> {
  const named = key === undefined ? undefined : await readFile(key, "utf8");
  if (named !== undefined && fingerprintOf(named) === undefined) throw new Error(`${key} is no public key in PEM.`);
  const verdict = await verifyPack(file, { named, own: undefined });
  if (verdict === undefined) {
    process.stderr.write(`${file} is no evidence pack: it is no zip archive, or only a part of one.\n`);
    return 3;
  }
  process.stdout.write(
    json
      ? `${JSON.stringify(verdict)}\n`
      : verdictLines(verdict)
          .map((line) => `${line}\n`)
          .join(""),
  );
  return exitCodeOf(verdict);
}

function exitCodeOf({ ok, key }: EvidenceVerdict): number {
  if (ok) return 0;
  return key === "other" ? 2 : 1;
}
