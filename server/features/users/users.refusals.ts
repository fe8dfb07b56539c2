/** A refusal in the shape of the account API. */
export function failure<const S extends number>(status: S, error: string, message: string) {
  return { status, body: { error, messages: [message] } };
}

export const emailTaken = () => failure(400, "email_taken", "email: there is an account with this address already.");
