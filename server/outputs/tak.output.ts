import type { OutputSettings } from "../contracts/outputs.ts";
import { isoFromMs, SECOND_MS } from "../kernel/clock.ts";
import { type Geoid, loadGeoid } from "../kernel/geoid.ts";
import { type CotEvent, type CotOptions, cotEvents } from "./cot.ts";
import { OutputFailure } from "./output.failure.ts";
import type { OutputRecord, SendRecords } from "./output.ts";
import { type ClientCertificate, readCertificate } from "./tak.certificate.ts";
import { openStream, openUdp, type TakConnection } from "./tak.connection.ts";

export type TakSettings = Extract<OutputSettings, { readonly kind: "tak" }>;

/** The number of operators and take-offs that are remembered, so that each is sent only when it is due. */
const MAX_REMEMBERED = 20_000;

/** Sends the aircraft, their operators and their take-offs as events of Cursor on Target. */
export function takOutput(settings: TakSettings): SendRecords {
  return async ({ signal, clock, next, connected, sent }) => {
    const connection = await open(settings, clock.now(), signal);
    const isDue = createRepetition(settings.stale_seconds);
    const convert = createConversion();
    try {
      connected();
      for (;;) {
        const record = await next(connection.broken);
        const ellipsoidM = await convert(record);
        const [aircraft, ...linked] = cotEvents(record, { staleSeconds: settings.stale_seconds, ellipsoidM });
        const due = [aircraft, ...linked.filter((event) => isDue(event, clock.now()))];
        await connection.send(
          due.map(({ xml }) => xml),
          sent,
        );
      }
    } finally {
      await connection.close();
    }
  };
}

async function open(settings: TakSettings, nowMs: number, signal: AbortSignal): Promise<TakConnection> {
  const url = new URL(settings.url);
  // An IPv6 address has brackets in a URL.
  const receiver = { host: url.hostname.replaceAll(/^\[|\]$/g, ""), port: Number(url.port) };
  switch (url.protocol) {
    case "udp:":
      return await openUdp(receiver, settings);
    case "tls:":
      return await openStream(receiver, certificateOf(settings, nowMs), signal);
    default:
      return await openStream(receiver, "plain", signal);
  }
}

function certificateOf({ certificate }: TakSettings, nowMs: number): ClientCertificate {
  if (typeof certificate !== "string") return { cert: undefined, key: undefined, ca: undefined, expiresMs: undefined };
  const read = readCertificate(certificate);
  if (read.kind === "invalid") {
    throw new OutputFailure(`The certificate cannot be used: it ${read.message}.`, { isPersistent: true });
  }
  const { expiresMs } = read.certificate;
  if (expiresMs !== undefined && expiresMs < nowMs) {
    throw new OutputFailure(`The client's certificate expired at ${isoFromMs(expiresMs)}.`, { isPersistent: true });
  }
  return read.certificate;
}

/**
 * Decides whether the event of an operator or a take-off is sent again: when it has changed, and often enough to stay
 * current.
 */
function createRepetition(staleSeconds: number): (event: CotEvent, nowMs: number) => boolean {
  const last = new Map<string, { readonly place: string; readonly atMs: number }>();
  const intervalMs = (staleSeconds * SECOND_MS) / 2;
  return ({ uid, xml }, nowMs) => {
    const place = /<point [^>]*>/.exec(xml)?.[0] ?? "";
    const before = last.get(uid);
    if (before !== undefined && before.place === place && nowMs - before.atMs < intervalMs) return false;
    if (last.size >= MAX_REMEMBERED) last.clear();
    last.set(uid, { place, atMs: nowMs });
    return true;
  };
}

/** Converts heights above the sea; the geoid is only loaded when a record has no other height. */
function createConversion(): (record: OutputRecord) => Promise<CotOptions["ellipsoidM"]> {
  let geoid: Geoid | undefined;
  return async ({ ua, operator, takeOff }) => {
    const altitudes = [ua.altitudes, ...[operator, takeOff].map((place) => (place?.altitude ? [place.altitude] : []))];
    const needsGeoid = altitudes.some(
      (known) => known.some(({ type }) => type === "MSL") && !known.some(({ type }) => type === "WGS84"),
    );
    if (needsGeoid) geoid ??= await loadGeoid();
    const loaded = geoid;
    return loaded && ((location, seaLevelM) => loaded.ellipsoidFromSeaLevelM(location, seaLevelM));
  };
}
