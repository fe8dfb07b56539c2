import type { TransmissionTechnology } from "../../../../../server/contracts/common.ts";
import type {
  Output,
  OutputEventName,
  OutputFilter,
  OutputInput,
  OutputKind,
} from "../../../../../server/contracts/outputs.ts";
import {
  bboxOrStored,
  isStoredRegion,
  type RegionDraft,
  regionAround,
  regionInside,
  regionProblem,
} from "../../ui/region.ts";

/** The fields of the form: those of all kinds at once, so that choosing another kind loses nothing. */
export interface OutputDraft {
  kind: OutputKind;
  name: string;
  takUrl: string;
  staleSeconds: number | "";
  ttl: number | "";
  interface: string;
  certificate: string;
  mqttUrl: string;
  topic: string;
  username: string;
  password: string;
  qos: 0 | 1 | 2;
  host: string;
  port: number | "";
  systemId: number | "";
  webhookUrl: string;
  secret: string;
  events: OutputEventName[];
  isOwn: boolean;
  technology: TransmissionTechnology | "";
  isRegion: boolean;
  region: RegionDraft;
  /** The exact stored region; sent again as long as the fields of the region match it. */
  storedBbox: string | undefined;
}

const SCHEMES = {
  tak: ["udp://", "tcp://", "tls://"],
  mqtt: ["mqtt://", "mqtts://", "ws://", "wss://"],
  webhook: ["https://", "http://"],
} as const;

/** What the address of a kind begins with; nothing for a kind with a host and a port. */
export function schemesOf(kind: OutputKind): readonly string[] {
  return kind === "mavlink" ? [] : SCHEMES[kind];
}

/** `place`: the middle of the map, where a region begins. */
export function emptyOutput(kind: OutputKind, place?: Parameters<typeof regionAround>[0]): OutputDraft {
  return {
    kind,
    name: "",
    takUrl: "udp://239.2.3.1:6969",
    staleSeconds: 10,
    ttl: 1,
    interface: "",
    certificate: "",
    mqttUrl: "mqtt://127.0.0.1:1883",
    topic: "remote-id/{uas_id}",
    username: "",
    password: "",
    qos: 1,
    host: "127.0.0.1",
    port: 14_550,
    systemId: 1,
    webhookUrl: "",
    secret: "",
    events: ["alert"],
    isOwn: false,
    technology: "",
    isRegion: false,
    region: regionAround(place),
    storedBbox: undefined,
  };
}

/** The fields of an existing output; its credentials are not known, and stay unchanged if their fields are empty. */
export function outputDraftOf(output: Output, place?: Parameters<typeof regionAround>[0]): OutputDraft {
  const { settings, filter } = output;
  const draft: OutputDraft = {
    ...emptyOutput(settings.kind, place),
    name: output.name,
    isOwn: filter?.own ?? false,
    technology: filter?.technology ?? "",
    isRegion: filter?.bbox !== undefined,
    storedBbox: filter?.bbox,
  };
  if (filter?.bbox !== undefined) draft.region = regionInside(filter.bbox);
  switch (settings.kind) {
    case "tak": {
      const { url: takUrl, stale_seconds: staleSeconds, ttl, interface: ofNetwork } = settings;
      return { ...draft, takUrl, staleSeconds, ttl, interface: ofNetwork ?? "" };
    }
    case "mqtt": {
      const { url: mqttUrl, topic, username, qos } = settings;
      return { ...draft, mqttUrl, topic, username: username ?? "", qos };
    }
    case "mavlink": {
      const { host, port, system_id: systemId } = settings;
      return { ...draft, host, port, systemId };
    }
    case "webhook":
      return { ...draft, webhookUrl: settings.url, events: [...settings.events] };
  }
}

/** Whether a certificate, a password or a secret is stored. */
export function hasCredential(settings: Output["settings"]): boolean {
  switch (settings.kind) {
    case "tak":
      return settings.has_certificate;
    case "mqtt":
      return settings.has_password;
    case "webhook":
      return settings.has_secret;
    case "mavlink":
      return false;
  }
}

export type OutputProblem =
  | "url"
  | "stale"
  | "ttl"
  | "topic"
  | "host"
  | "port"
  | "systemId"
  | "secret"
  | "events"
  | "place"
  | "km";

/** Everything that is missing or wrong, by field. `isStored`: its secret is stored already. */
export function outputProblems(draft: OutputDraft, isStored: boolean): readonly OutputProblem[] {
  // A stored region may be larger than the form allows.
  const region =
    draft.isRegion && !isStoredRegion(draft.region, draft.storedBbox) ? regionProblem(draft.region) : undefined;
  return [...receiverProblems(draft, isStored), ...(region === undefined ? [] : [region])];
}

/** What a field shows: the sentence if the field has a problem. */
export function problemText(
  problems: readonly OutputProblem[],
  field: OutputProblem,
  sentence: string,
): string | undefined {
  return problems.includes(field) ? sentence : undefined;
}

function receiverProblems(draft: OutputDraft, isStored: boolean): readonly OutputProblem[] {
  const found: (OutputProblem | false)[] = [];
  switch (draft.kind) {
    case "tak":
      found.push(
        !isUrl(draft.takUrl, SCHEMES.tak) && "url",
        !isWhole(draft.staleSeconds, 1, 3600) && "stale",
        !isWhole(draft.ttl, 1, 255) && "ttl",
      );
      break;
    case "mqtt":
      found.push(!isUrl(draft.mqttUrl, SCHEMES.mqtt) && "url", !/^[^+#\0]+$/.test(draft.topic.trim()) && "topic");
      break;
    case "mavlink":
      found.push(
        draft.host.trim() === "" && "host",
        !isWhole(draft.port, 1, 65_535) && "port",
        !isWhole(draft.systemId, 1, 255) && "systemId",
      );
      break;
    case "webhook":
      found.push(
        !isUrl(draft.webhookUrl, SCHEMES.webhook) && "url",
        draft.secret === "" && !isStored && "secret",
        draft.events.length === 0 && "events",
      );
      break;
  }
  return found.filter((problem) => problem !== false);
}

/** The body of the request. Without a name the host is used; a credential that is empty is left out. */
export function outputRequestOf(draft: OutputDraft): OutputInput {
  return {
    name: (draft.name.trim() || hostOf(draft)).slice(0, 64),
    settings: settingsOf(draft),
    filter: filterOf(draft),
  };
}

function settingsOf(draft: OutputDraft): OutputInput["settings"] {
  switch (draft.kind) {
    case "tak":
      return {
        kind: "tak",
        url: draft.takUrl.trim(),
        stale_seconds: Number(draft.staleSeconds),
        ttl: Number(draft.ttl),
        interface: draft.interface.trim() || null,
        ...(draft.certificate.trim() === "" ? {} : { certificate: draft.certificate }),
      };
    case "mqtt":
      return {
        kind: "mqtt",
        url: draft.mqttUrl.trim(),
        topic: draft.topic.trim(),
        username: draft.username || null,
        qos: draft.qos,
        ...(draft.password === "" ? {} : { password: draft.password }),
      };
    case "mavlink":
      return {
        kind: "mavlink",
        host: draft.host.trim(),
        port: Number(draft.port),
        system_id: Number(draft.systemId),
      };
    case "webhook":
      return {
        kind: "webhook",
        url: draft.webhookUrl.trim(),
        events: draft.events,
        ...(draft.secret === "" ? {} : { secret: draft.secret }),
      };
  }
}

function filterOf(draft: OutputDraft): OutputFilter | null {
  const { isRegion } = draft;
  // Live events are chosen by their names, and by their place.
  const isOwn = draft.isOwn && draft.kind !== "webhook";
  const technology = draft.kind === "webhook" ? "" : draft.technology;
  if (!isOwn && technology === "" && !isRegion) return null;
  return {
    own: isOwn,
    ...(technology === "" ? {} : { technology }),
    ...(isRegion ? { bbox: bboxOrStored(draft.region, draft.storedBbox) } : {}),
  };
}

function hostOf(draft: OutputDraft): string {
  if (draft.kind === "mavlink") return `${draft.host.trim()}:${draft.port}`;
  const urls = { tak: draft.takUrl, mqtt: draft.mqttUrl, webhook: draft.webhookUrl };
  return new URL(urls[draft.kind].trim()).host;
}

function isUrl(text: string, schemes: readonly string[]): boolean {
  const url = text.trim();
  return (
    URL.canParse(url) && new URL(url).host !== "" && schemes.some((scheme) => url.toLowerCase().startsWith(scheme))
  );
}

function isWhole(value: number | "", min: number, max: number): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
}

/** A random secret of 256 bits, as hexadecimal. */
export function makeSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
