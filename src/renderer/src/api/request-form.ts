import type { Route } from "../../../../server/contracts/route.ts";
import type { ApiResult } from "./station.client.ts";

/** The answer, with the form of its request where it was refused. */
export function withForm<T>(
  answer: ApiResult<T>,
  { path }: Route,
  { body, kind: known }: { readonly body?: unknown; readonly kind?: string } = {},
): ApiResult<T> {
  if (answer.kind !== "refused") return answer;
  const { kind, settings } = (body ?? {}) as { readonly kind?: string; readonly settings?: { readonly kind: string } };
  const kindOfEntry = settings?.kind ?? kind ?? known;
  return { ...answer, form: { path, ...(kindOfEntry === undefined ? {} : { kind: kindOfEntry }) } };
}
