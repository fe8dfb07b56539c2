/** A refusal in the shape of the account API: a word for programs, sentences for people. */
export function failure<const S extends number>(status: S, error: string, ...messages: string[]) {
  return { status, body: { error, messages } };
}
