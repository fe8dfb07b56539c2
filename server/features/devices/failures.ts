/** A failure in the shape of the account API. */
export function failure<const S extends number>(status: S, error: string, ...messages: string[]) {
  return { status, body: { error, messages } };
}

export const notFound = () => failure(404, "not_found", "id: there is no such device, or you may not see it.");
