import { type TransmissionTechnology, TRANSMISSION_TECHNOLOGIES } from "../../../../../server/contracts/common.ts";
import { OPERATION_STATUSES, type OperationStatus } from "../../../../../server/contracts/operations.ts";

/** Metres; an end that is not there does not limit. */
export interface MetreRange {
  readonly fromM: number | undefined;
  readonly toM: number | undefined;
}

export const SOURCE_TYPES = ["direct", "network", "rid_receiver", "import"] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** What the map, the list and the log are narrowed to. An empty choice limits nothing. */
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
  /** Only what the person has explicit access to, without what is there for everybody. */
  readonly isOwn: boolean;
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
  isOwn: false,
};

/** The words that a filter takes in the address; the same on every page. */
const WORDS = {
  text: "text",
  status: "status",
  technologies: "technology",
  sourceType: "source",
  sensorId: "sensor",
  height: "height",
  operatorDistance: "operator-distance",
  sensorDistance: "sensor-distance",
  seen: "seen",
  isOwn: "whose",
} as const satisfies Record<keyof OperationFilter, string>;

export type FilterPart = keyof OperationFilter;
export const FILTER_PARTS = Object.keys(WORDS) as readonly FilterPart[];

/** Reads a filter from the address; what makes no sense there limits nothing. */
export function filterOfQuery(query: Readonly<Record<string, unknown>>): OperationFilter {
  const word = (part: FilterPart): string => {
    const value = query[WORDS[part]];
    return typeof value === "string" ? value : "";
  };
  const technologies = word("technologies").split(",");
  return {
    text: word("text"),
    status: oneOf(OPERATION_STATUSES, word("status")),
    technologies: TRANSMISSION_TECHNOLOGIES.filter((one) => technologies.includes(one)),
    sourceType: oneOf(SOURCE_TYPES, word("sourceType")),
    sensorId: word("sensorId"),
    height: rangeOfText(word("height")),
    operatorDistance: rangeOfText(word("operatorDistance")),
    sensorDistance: rangeOfText(word("sensorDistance")),
    seen: oneOf(["yes", "no"], word("seen")),
    isOwn: word("isOwn") === "own",
  };
}

/** What the address must say for a filter; undefined takes a word out of it. */
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
    isOwn: filter.isOwn ? "own" : "",
  };
  return Object.fromEntries(FILTER_PARTS.map((part) => [WORDS[part], texts[part] === "" ? undefined : texts[part]]));
}

/** The parts that limit something, in the order of the form. */
export function activeParts(filter: OperationFilter): readonly FilterPart[] {
  const query = queryOfFilter(filter);
  return FILTER_PARTS.filter((part) => query[WORDS[part]] !== undefined);
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
