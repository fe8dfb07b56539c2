import { type Schedule, SECOND_MS, systemSchedule } from "../../kernel/clock.ts";
import { type Bbox, formatBbox, parseBbox } from "../../kernel/geo.ts";
import { MAX_VIEWS, viewsOf } from "../../kernel/view-tiles.ts";
import {
  decodeFlightDetails,
  decodeFlights,
  decodeServiceAreas,
  type FlightDetails,
  frameOf,
  isRefused,
  type ReportedFlight,
} from "../codecs/netrid.json.ts";
import type { Refused, SourceInput } from "../decoded.ts";
import {
  createNetridClient,
  type NetridAnswer,
  type NetridClient,
  type NetridSourceSettings,
} from "../netrid.client.ts";
import { SourceFailure } from "../source.failure.ts";
import { pause } from "../../kernel/pause.ts";
import type { SourceContext, SourceRun } from "../source.ts";

/** Each view is requested at most this often: aircraft report about once a second. */
const ROUND_MS = SECOND_MS;
/** How often the list of services is requested from the DSS. */
const DISCOVERY_MS = 30 * SECOND_MS;
/** Details are requested this often, because an operator may move. */
const DETAILS_MS = 30 * SECOND_MS;
/** After this, details are requested again from a service that returned none. */
const DETAILS_RETRY_MS = 10 * SECOND_MS;
/** A flight that is not reported for this long is removed. */
const FORGET_MS = 120 * SECOND_MS;

type KnownFlight = { stateMs: number; seenMs: number; details: FlightDetails; detailsDueMs: number };

/**
 * Requests the services in a region from the DSS, and from each of them its flights, as a display provider does (ASTM
 * F3411-22a). A region that is larger than one view is requested in several. Rejects with one sentence when the DSS or
 * all services fail; while some of them respond, those that do not are counted.
 */
export function netridSource(
  settings: NetridSourceSettings,
  options: { readonly schedule?: Schedule } = {},
): SourceRun {
  const { schedule = systemSchedule } = options;
  return async (context) => {
    const parsed = parseBbox(settings.bbox);
    const views = parsed.kind === "bbox" ? viewsOf(parsed.bbox) : undefined;
    if (parsed.kind !== "bbox" || views === undefined) {
      const sentence = `The region is larger than ${MAX_VIEWS} views of 7 km diagonally.`;
      throw new SourceFailure(sentence, { isPersistent: true });
    }
    const client = createNetridClient(settings, context.clock);
    const isPlain = settings.dss_url.startsWith("http:");
    const polling = createPolling(client, views, context);
    let services: readonly string[] = [];
    let discoveredMs = -Infinity;
    while (!context.signal.aborted) {
      const begunMs = context.clock.now();
      if (Math.abs(begunMs - discoveredMs) >= DISCOVERY_MS) {
        services = await discover(client, parsed.bbox, { context, isPlain });
        discoveredMs = begunMs;
        polling.begin();
        context.running();
      }
      const failures = await Promise.all(services.map(polling.poll));
      if (context.signal.aborted) return;
      const [failure] = failures;
      if (failure !== undefined && failures.every((one) => one !== undefined)) throw new SourceFailure(failure);
      const restMs = ROUND_MS - (context.clock.now() - begunMs);
      await pause(schedule, Math.min(Math.max(restMs, 0), ROUND_MS), context.signal);
    }
  };
}

async function discover(
  client: NetridClient,
  bbox: Bbox,
  { context, isPlain }: { readonly context: SourceContext; readonly isPlain: boolean },
): Promise<readonly string[]> {
  const answer = await client.findServiceAreas(bbox, context.signal);
  if (context.signal.aborted) return [];
  if (answer.kind === "failed") {
    // These failures last until the settings change; too many requests or an outage pass by themselves.
    const isPersistent = [400, 403, 413].includes(answer.status ?? 0);
    throw new SourceFailure(`The DSS ${answer.why}.`, { isPersistent });
  }
  const services = new Set<string>();
  const refused: Refused[] = [];
  for (const one of decodeServiceAreas(answer.body)) {
    if (typeof one !== "string") refused.push(one);
    else if (isPlain || one.startsWith("https:")) services.add(one);
    else refused.push({ kind: "refused", reason: "missing_field", field: "uss_base_url", detail: "not https" });
  }
  if (refused.length > 0) void context.take(refused);
  return [...services];
}

function createPolling(client: NetridClient, views: readonly Bbox[], { clock, signal, take }: SourceContext) {
  const known = new Map<string, KnownFlight>();
  /** Views in which a service has nothing, until the next request to the DSS. */
  const outside = new Set<string>();

  async function detailsOf(service: string, flight: ReportedFlight, stored: KnownFlight): Promise<FlightDetails> {
    const nowMs = clock.now();
    if (nowMs < stored.detailsDueMs) return stored.details;
    const answer = await client.findDetails(service, flight.id, signal);
    const details = answer.kind === "ok" ? decodeFlightDetails(answer.body, flight.uaType) : undefined;
    stored.detailsDueMs = nowMs + (details === undefined ? DETAILS_RETRY_MS : DETAILS_MS);
    if (details === undefined || signal.aborted) return stored.details;
    if (isRefused(details)) void take([details]);
    else stored.details = details;
    return stored.details;
  }

  /** The frame of a flight's state that was not reported before. */
  async function newFrame(
    service: string,
    flight: ReportedFlight,
    receivedMs: number,
  ): Promise<SourceInput | undefined> {
    const key = `${service}|${flight.id}`;
    const stored = known.get(key) ?? { stateMs: -Infinity, seenMs: 0, details: [], detailsDueMs: -Infinity };
    known.set(key, stored);
    stored.seenMs = receivedMs;
    if (flight.stateMs <= stored.stateMs) return undefined;
    stored.stateMs = flight.stateMs;
    const details = await detailsOf(service, flight, stored);
    return frameOf(flight, details, { service: service.replace(/^https?:\/\//, ""), receivedMs });
  }

  async function takeAnswer(service: string, answer: Extract<NetridAnswer, { kind: "ok" }>, view: string) {
    const receivedMs = clock.now();
    const { flights, isOutside } = decodeFlights(answer.body);
    if (isOutside) outside.add(view);
    const frames: SourceInput[] = [];
    for (const flight of flights) {
      if (signal.aborted) return;
      const frame = isRefused(flight) ? flight : await newFrame(service, flight, receivedMs);
      if (frame !== undefined) frames.push(frame);
    }
    if (frames.length > 0) void take(frames);
  }

  return {
    /** Call after each request to the DSS. */
    begin(): void {
      outside.clear();
      const forgottenMs = clock.now() - FORGET_MS;
      for (const [key, { seenMs }] of known) if (seenMs < forgottenMs) known.delete(key);
    },
    /** Requests all views from a service, one after the other; resolves with a sentence when it does not respond. */
    async poll(service: string): Promise<string | undefined> {
      for (const view of views) {
        const key = `${service}|${formatBbox(view)}`;
        if (outside.has(key)) continue;
        const answer = await client.findFlights(service, view, signal);
        if (signal.aborted) return undefined;
        if (answer.kind === "failed") {
          const detail = `The service ${URL.parse(service)?.host ?? ""} ${answer.why}.`;
          void take([{ kind: "refused", reason: "no_answer", detail }]);
          return detail;
        }
        await takeAnswer(service, answer, key);
      }
      return undefined;
    },
  };
}
