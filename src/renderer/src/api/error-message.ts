import { z } from "zod";
import { ErrorDetail, ErrorDetailList, ErrorMessages, Unauthenticated } from "../../../../server/contracts/errors.ts";

const ErrorBody = z.union([
  ErrorMessages.transform(({ messages, error }) => messages.join("\n") || error),
  ErrorDetailList.transform(({ detail }) => detail.map(({ loc, msg }) => `${fieldOf(loc)}: ${msg}`).join("\n")),
  ErrorDetail.transform(({ detail }) => detail.msg),
  Unauthenticated.transform(({ msg }) => msg),
]);

/** The readable messages of an API error body, one per line; the HTTP status if it has none. */
export function errorMessageOf(body: string, status: number): string {
  const parsed = ErrorBody.safeParse(parseJson(body));
  return parsed.success && parsed.data ? parsed.data : `HTTP ${status}`;
}

/** The path of a field, as the rest of the API has it in front of its messages. */
function fieldOf(loc: readonly string[]): string {
  return loc.slice(1).join(".") || (loc[0] ?? "request");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy or an older server may answer with HTML: then only the status is known.
    return undefined;
  }
}
