import { z } from "zod";
import { type DeepLink, linkedPages } from "../../preload/contract.ts";

export const LINK_SCHEME = "fieldstation";

/** The maximum length, which is longer than any valid link. */
const MAX_LINK_CHARACTERS = 200;

/** Matches the whole text: forms that a lenient parser would repair, such as `..`, a port or a user, are not valid. */
const linkPattern = new RegExp(`^${LINK_SCHEME}://([a-z]+)/([A-Za-z0-9.:-]+)$`);

const id = z.uuid();
const moment = z.iso.datetime();
const page = z.enum(linkedPages);

/** Whether an argument is meant as a link to this app, valid or not. */
export function isLink(argument: string): boolean {
  return argument.toLowerCase().startsWith(`${LINK_SCHEME}:`);
}

/**
 * Reads `fieldstation://flight/<id>`, `…://operation/<id>`, `…://moment/<time in UTC>` and `…://page/<name>`. Any other
 * text is refused: a link comes from a page or a message that anybody may have written.
 */
export function readDeepLink(text: string): DeepLink | undefined {
  if (text.length > MAX_LINK_CHARACTERS) return undefined;
  const [, kind, value] = linkPattern.exec(text) ?? [];
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
