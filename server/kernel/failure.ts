/** An error response of the account API: a status, an error code, and messages to show to the user. */
export function failure<const S extends number>(status: S, error: string, ...messages: string[]) {
  return { status, body: { error, messages } };
}
