import { MqttSettings, type MqttShape, PositionSettings } from "../../../../../server/contracts/receiver-settings.ts";
import type { SourceKind } from "../../../../../server/contracts/sources.ts";
import { bboxOrStored, isStoredRegion, regionAround, type RegionDraft, regionProblem } from "../../ui/region.ts";

/** Fields of the form for sources that connect to another program or a GNSS receiver. */
export interface NetworkSourceDraft {
  mqttUrl: string;
  topic: string;
  shape: MqttShape;
  username: string;
  password: string;
  positionBy: PositionBy;
  gpsd: string;
  positionBaudRate: number;
  dssUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** A separate region for services, which answer only for small ones. */
  netridRegion: RegionDraft;
}

export const POSITION_BY = ["gpsd", "serial"] as const;
export type PositionBy = (typeof POSITION_BY)[number];

export type NetworkSourceProblem = "mqttUrl" | "topic" | "gpsd" | "dssUrl" | "tokenUrl" | "netridKm";

type WithPlaces = NetworkSourceDraft & {
  readonly kind: SourceKind;
  readonly serialPath: string;
  readonly storedBbox: string | undefined;
};

/** Kilometres to each side for which services answer: at most sixteen views of seven kilometres diagonally. */
const MAX_NETRID_KM = 9;
const DEFAULT_SCOPE = "rid.display_provider";

export function emptyNetworkSource(place?: Parameters<typeof regionAround>[0]): NetworkSourceDraft {
  return {
    mqttUrl: "mqtt://127.0.0.1:1883",
    topic: "",
    shape: "scout",
    username: "",
    password: "",
    positionBy: "gpsd",
    gpsd: "gpsd://127.0.0.1:2947",
    positionBaudRate: 9_600,
    dssUrl: "",
    tokenUrl: "",
    clientId: "",
    clientSecret: "",
    scope: DEFAULT_SCOPE,
    netridRegion: { ...regionAround(place), km: "5" },
  };
}

/** The first thing that is missing, by field; undefined when the source can be added. */
export function networkSourceProblemOf(draft: WithPlaces): NetworkSourceProblem | "serial" | "place" | undefined {
  switch (draft.kind) {
    case "mqtt":
      if (!MqttSettings.shape.url.safeParse(draft.mqttUrl).success) return "mqttUrl";
      return MqttSettings.shape.topic.safeParse(draft.topic.trim()).success ? undefined : "topic";
    case "position":
      if (draft.positionBy === "serial") return draft.serialPath.trim() === "" ? "serial" : undefined;
      return isGpsd(draft.gpsd) ? undefined : "gpsd";
    case "netrid":
      return netridProblemOf(draft);
    default:
      return undefined;
  }
}

function netridProblemOf({
  dssUrl,
  tokenUrl,
  netridRegion: region,
  storedBbox,
}: WithPlaces): NetworkSourceProblem | "place" | undefined {
  if (!isWebAddress(dssUrl)) return "dssUrl";
  if (tokenUrl.trim() !== "" && !isWebAddress(tokenUrl)) return "tokenUrl";
  if (isStoredRegion(region, storedBbox)) return undefined;
  const problem = regionProblem(region);
  if (problem === "place") return "place";
  const isTooLarge = Number(region.km.trim().replace(",", ".")) > MAX_NETRID_KM;
  return problem === "km" || isTooLarge ? "netridKm" : undefined;
}

const isGpsd = (text: string) =>
  text.trim().startsWith("gpsd://") && PositionSettings.shape.url.safeParse(text).success;
const isWebAddress = (text: string) => /^https?:$/.test(URL.parse(text.trim())?.protocol ?? "");

/** Leaves out empty values. */
const given = <const N extends string>(name: N, text: string) =>
  (text.trim() === "" ? {} : { [name]: text.trim() }) as { readonly [K in N]?: string };

export function networkSourceSettingsOf(kind: "mqtt" | "position" | "netrid", draft: WithPlaces) {
  switch (kind) {
    case "mqtt":
      return {
        kind,
        url: draft.mqttUrl.trim(),
        topic: draft.topic.trim(),
        shape: draft.shape,
        ...given("username", draft.username),
        // Not trimmed: spaces may be part of it.
        ...(draft.password === "" ? {} : { password: draft.password }),
      } as const;
    case "position":
      return {
        kind,
        url: draft.positionBy === "gpsd" ? draft.gpsd.trim() : draft.serialPath.trim(),
        baud_rate: draft.positionBaudRate,
      } as const;
    case "netrid":
      return {
        kind,
        dss_url: draft.dssUrl.trim(),
        ...given("token_url", draft.tokenUrl),
        ...given("client_id", draft.clientId),
        ...(draft.clientSecret === "" ? {} : { client_secret: draft.clientSecret }),
        scope: draft.scope.trim() || DEFAULT_SCOPE,
        bbox: bboxOrStored(draft.netridRegion, draft.storedBbox),
      } as const;
  }
}
