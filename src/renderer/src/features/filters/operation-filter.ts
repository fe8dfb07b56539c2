import { type TransmissionTechnology, TRANSMISSION_TECHNOLOGIES } from "../../../../../server/contracts/common.ts";
import { OPERATION_STATUSES, type OperationStatus } from "../../../../../server/contracts/operations.ts";

/** Metres; an undefined end does not limit. */
export interface MetreRange {
  readonly fromM: number | undefined;
  readonly toM: number | undefined;
}

export const SOURCE_TYPES = ["direct", "network", "rid_receiver", "import"] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

export const OWNERSHIPS = ["own", "others"] as const;
export type Ownership = (typeof OWNERSHIPS)[number];

/** The filter of the map, the list and the log. An empty choice limits nothing. */
export interface OperationFilter {
  readonly text: string;
  readonly status: OperationStatus | "";
  /** Any of these; all when empty. */
  readonly technologies: readonly TransmissionTechnology[];
  readonly sourceType: SourceType | "";
  readonly sensorId: string;
  /** Height above take-off: reached at least `fromM`, at its lowest at most `toM`. */
  readonly height: MetreRange;
  /** Reached at some point. */
  readonly operatorDistance: MetreRange;
  readonly sensorDistance: MetreRange;
  readonly seen: "yes" | "no" | "";
  /** What the person has explicit access to, without what is public; or all but the person's own flights. */
  readonly whose: Ownership | "";
}

const ANY: MetreRange = { fromM: undefined, toM: undefined };

export const NO_FILTER: OperationFilter = {
  text: "",
  status: "",
  technologies: [],
  sourceType: "",
  sensorId: "",
  height: ANY,
  operatorDistance: ANY,
  sensorDistance: ANY,
  seen: "",
  whose: "",
};

/** The query parameters of a filter; the same on every page. */
const PARAMETERS = {
  text: "text",
  status: "status",
  technologies: "technology",
  sourceType: "source",
  sensorId: "sensor",
  height: "height",
  operatorDistance: "operator-distance",
  sensorDistance: "sensor-distance",
  seen: "seen",
  whose: "whose",
} as const satisfies Record<keyof OperationFilter, string>;

export type FilterPart = keyof OperationFilter;
export const FILTER_PARTS = Object.keys(PARAMETERS) as readonly FilterPart[];

/** Reads a filter from the query; invalid parameters limit nothing. */
export function filterOfQuery(query: Readonly<Record<string, unknown>>): OperationFilter {
  const parameterOf = (part: FilterPart): string => {
    const value = query[PARAMETERS[part]];
    return typeof value === "string" ? value : "";
  };
  const technologies = parameterOf("technologies").split(",");
  return {
    text: parameterOf("text"),
    status: oneOf(OPERATION_STATUSES, parameterOf("status")),
    technologies: TRANSMISSION_TECHNOLOGIES.filter((one) => technologies.includes(one)),
    sourceType: oneOf(SOURCE_TYPES, parameterOf("sourceType")),
    sensorId: parameterOf("sensorId"),
    height: rangeOfText(parameterOf("height")),
    operatorDistance: rangeOfText(parameterOf("operatorDistance")),
    sensorDistance: rangeOfText(parameterOf("sensorDistance")),
    seen: oneOf(["yes", "no"], parameterOf("seen")),
    whose: oneOf(OWNERSHIPS, parameterOf("whose")),
  };
}

/** The query parameters of a filter; undefined removes one. */
export function queryOfFilter(filter: OperationFilter): Readonly<Record<string, string | undefined>> {
  const texts: Readonly<Record<FilterPart, string>> = {
    text: filter.text.trim(),
    status: filter.status,
    technologies: filter.technologies.join(","),
    sourceType: filter.sourceType,
    sensorId: filter.sensorId.trim(),
    height: textOfRange(filter.height),
    operatorDistance: textOfRange(filter.operatorDistance),
    sensorDistance: textOfRange(filter.sensorDistance),
    seen: filter.seen,
    whose: filter.whose,
  };
  return Object.fromEntries(
    FILTER_PARTS.map((part) => [PARAMETERS[part], texts[part] === "" ? undefined : texts[part]]),
  );
}

/** The parts that limit something, in the order of the form. */
export function activeParts(filter: OperationFilter): readonly FilterPart[] {
  const query = queryOfFilter(filter);
  return FILTER_PARTS.filter((part) => query[PARAMETERS[part]] !== undefined);
}

export function withoutPart(filter: OperationFilter, part: FilterPart): OperationFilter {
  return { ...filter, [part]: NO_FILTER[part] };
}

/** `50..120`, `50..` or `..120`, in metres; both ends may be below zero. */
function rangeOfText(text: string): MetreRange {
  const [from, to, ...rest] = text.split("..");
  return to === undefined || rest.length > 0 ? ANY : { fromM: metresOf(from ?? ""), toM: metresOf(to) };
}

function textOfRange({ fromM, toM }: MetreRange): string {
  return fromM === undefined && toM === undefined ? "" : `${fromM ?? ""}..${toM ?? ""}`;
}

function metresOf(text: string): number | undefined {
  const metres = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(metres) ? metres : undefined;
}

function oneOf<T extends string>(allowed: readonly T[], text: string): T | "" {
  return allowed.find((one) => one === text) ?? "";
}
