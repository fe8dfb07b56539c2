import type { Route } from "../../../../server/contracts/route.ts";
import type { RequestForm } from "../text/index.ts";

/** The form of a request, by its route, and by the kind of entry where the body names it or `kind` does. */
export function requestFormOf(
  { path }: Route,
  { body, kind: known }: { readonly body?: unknown; readonly kind?: string } = {},
): RequestForm {
  const { kind, settings } = (body ?? {}) as { readonly kind?: string; readonly settings?: { readonly kind: string } };
  const kindOfEntry = settings?.kind ?? kind ?? known;
  return { path, ...(kindOfEntry === undefined ? {} : { kind: kindOfEntry }) };
}
