import type { AuditKind } from "../../contracts/audit.ts";
import type { ChainedEntry } from "../../features/audit/index.ts";
import { isoFromMs } from "../../kernel/clock.ts";

/** Where syslog messages go. */
export type SyslogTarget = {
  readonly transport: "udp" | "tcp" | "tls";
  readonly host: string;
  readonly port: number;
  /** Root certificates (PEM) for the receiver's certificate; those of the system unless given. */
  readonly ca?: string;
};

/** The sender of messages, as they name it. */
export type SyslogSender = { readonly hostName: string; readonly processId: number };

/** RFC 5426, RFC 6587 as commonly used, and RFC 5425. */
const PORTS = { udp: 514, tcp: 601, tls: 6514 } as const;

/** Facility `authpriv`; RFC 5424, 6.2.1. */
const FACILITY = 10;
const WARNING = 4;
const NOTICE = 5;
const REFUSALS: ReadonlySet<AuditKind> = new Set([
  "sign_in_failed",
  "credential_refused",
  "too_many_attempts",
  "replay_refused",
  "second_factor_refused",
]);
/** The enterprise number is the one for documentation (RFC 5612): the project has none of its own. */
const SD_ID = "fieldstation@32473";
/** Keeps a message below the 2,048 bytes that receivers of datagrams accept (RFC 5426, 3.2). */
const MAX_VALUE_CHARACTERS = 160;
const MAX_PARAMETERS = 8;

/** `tls://log.example`, `tcp://10.0.0.5:1514`, `udp://127.0.0.1`; undefined for anything else. */
export function syslogTargetOf(text: string): SyslogTarget | undefined {
  const found = /^(udp|tcp|tls):\/\/(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?\/?$/i.exec(text);
  const transport = found?.[1]?.toLowerCase() as SyslogTarget["transport"] | undefined;
  if (found === null || transport === undefined) return undefined;
  const port = found[3] === undefined ? PORTS[transport] : Number(found[3]);
  if (port < 1 || port > 65_535) return undefined;
  return { transport, host: (found[2] ?? "").replaceAll(/^\[|\]$/g, ""), port };
}

/** One message by RFC 5424: the event as its id and text, everything else as structured data. */
export function syslogMessage(entry: ChainedEntry, sender: SyslogSender): string {
  const parameters: readonly (readonly [string, string | null])[] = [
    ["id", String(entry.id)],
    ["user", entry.userId],
    ["actor", entry.actorId],
    ["address", entry.address],
    // The hash of the chain is then also stored outside of this computer: a chain that is recomputed later differs from
    // it.
    ["hash", entry.hash.toString("hex")],
    ...Object.entries(entry.detail).slice(0, MAX_PARAMETERS),
  ];
  const data = parameters.flatMap(([name, value]) => (value === null ? [] : [`${nameOf(name)}="${escaped(value)}"`]));
  const severity = REFUSALS.has(entry.kind) ? WARNING : NOTICE;
  return message(sender, {
    severity,
    timeMs: entry.timeMs,
    id: entry.kind,
    data: `[${SD_ID} ${data.join(" ")}]`,
    text: entry.kind.replaceAll("_", " "),
  });
}

/** The message that entries were lost, because the receiver accepted none for too long. */
export function gapMessage(lost: number, timeMs: number, sender: SyslogSender): string {
  return message(sender, {
    severity: WARNING,
    timeMs,
    id: "entries_lost",
    data: `[${SD_ID} lost="${lost}"]`,
    text: `${lost} audit entries were not sent; they are in the audit log of the station`,
  });
}

/** RFC 6587, 3.4.1 and RFC 5425, 4.3: the length in bytes, then the message. */
export function octetCounted(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
}

function message(
  { hostName, processId }: SyslogSender,
  parts: {
    readonly severity: number;
    readonly timeMs: number;
    readonly id: string;
    readonly data: string;
    readonly text: string;
  },
): string {
  const { severity, timeMs, id, data, text } = parts;
  const host = hostName.replaceAll(/[^!-~]/g, "").slice(0, 255) || "-";
  return `<${FACILITY * 8 + severity}>1 ${isoFromMs(timeMs)} ${host} fieldstation ${processId} ${id.slice(0, 32)} ${data} ${text}`;
}

/** RFC 5424, 6.3.3: 1 to 32 printable characters of ASCII, without `=`, `]` and `"`. */
function nameOf(name: string): string {
  return name.replaceAll(/[^!-~]|[=\]"]/g, "_").slice(0, 32) || "_";
}

/** RFC 5424, 6.3.3. Control characters would break a receiver's lines. */
function escaped(value: string): string {
  return value
    .slice(0, MAX_VALUE_CHARACTERS)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, " ")
    .replaceAll(/["\\\]]/g, "\\$&");
}
