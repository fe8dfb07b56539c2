import { z } from "zod";
import { type DeepLink, linkedPages, linkedSpeeds, type LinkedView } from "../../preload/contract.ts";

export const LINK_SCHEME = "fieldstation";

/** The maximum length, which is longer than any valid link. */
const MAX_LINK_CHARACTERS = 200;

/** Matches the whole text: forms that a lenient parser would repair, such as `..`, a port or a user, are not valid. */
const linkPattern = new RegExp(`^${LINK_SCHEME}://([a-z]+)/([A-Za-z0-9.:-]+)(?:\\?([A-Za-z0-9.,=&-]+))?$`);
/** Latitude, longitude, zoom. */
const cameraPattern = /^-?\d{1,2}(?:\.\d{1,8})?,-?\d{1,3}(?:\.\d{1,8})?,\d{1,2}(?:\.\d{1,2})?$/;

const id = z.uuid();
const moment = z.iso.datetime();
const page = z.enum(linkedPages);
const camera = z.string().regex(cameraPattern).refine(isOnEarth);
const liveView = z.strictObject({ at: camera, aircraft: id }).partial();
const pastView = liveView.extend({ speed: z.enum(linkedSpeeds).optional() });

/** Whether an argument is meant as a link to this app, valid or not. */
export function isLink(argument: string): boolean {
  return argument.toLowerCase().startsWith(`${LINK_SCHEME}:`);
}

/**
 * Reads `fieldstation://flight/<id>`, `…://operation/<id>`, `…://moment/<time in UTC>` and `…://page/<name>`. A moment and
 * the page `live` may carry `?at=…&aircraft=…`, a moment also `speed=…`. Any other text is refused: a link comes from a page
 * or a message that anybody may have written.
 */
export function readDeepLink(text: string): DeepLink | undefined {
  if (text.length > MAX_LINK_CHARACTERS) return undefined;
  const [, kind, value, query] = linkPattern.exec(text) ?? [];
  if (query !== undefined) return readViewLink({ kind, value, query });
  switch (kind) {
    case "flight":
    case "operation": {
      const known = id.safeParse(value).data;
      return known === undefined ? undefined : { kind, id: known };
    }
    case "moment": {
      const at = moment.safeParse(value).data;
      return at === undefined ? undefined : { kind, at };
    }
    case "page": {
      const known = page.safeParse(value).data;
      return known === undefined ? undefined : { kind, page: known };
    }
    default:
      return undefined;
  }
}

function readViewLink(parts: { kind: string | undefined; value: string | undefined; query: string }) {
  const { kind, value, query } = parts;
  if (kind === "moment") {
    const at = moment.safeParse(value).data;
    const view = readView(query, pastView);
    return at === undefined || view === undefined ? undefined : ({ kind, at, view } as const);
  }
  if (kind !== "page" || value !== "live") return undefined;
  const view = readView(query, liveView);
  return view && ({ kind, page: value, view } as const);
}

/** Each name at most once, and none but those of the schema. */
function readView(query: string, schema: z.ZodType<LinkedView>): LinkedView | undefined {
  const pairs = query.split("&").map((pair) => pair.split("="));
  const names = new Set(pairs.map(([name]) => name));
  if (names.size < pairs.length || pairs.some(({ length }) => length !== 2)) return undefined;
  return schema.safeParse(Object.fromEntries(pairs)).data;
}

function isOnEarth(text: string): boolean {
  const [latitude = Number.NaN, longitude = Number.NaN, zoom = Number.NaN] = text.split(",").map(Number);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360 && zoom <= 24;
}
