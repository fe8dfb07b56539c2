import type { SecretVault } from "../../../server/app/index.ts";
import type { SecretAnswer, SecretRequest, StationSecret } from "./station.messages.ts";

/** The station's side of the channel: requests with a number each, and the answers to them. */
export function createSecretRequests(send: (message: StationSecret) => void): {
  readonly vault: SecretVault;
  readonly answered: (number: number, answer: SecretAnswer) => void;
} {
  const open = new Map<number, (answer: SecretAnswer) => void>();
  let last = 0;

  function ask(request: SecretRequest): Promise<SecretAnswer> {
    const number = ++last;
    return new Promise((resolve) => {
      open.set(number, resolve);
      send({ type: "secret", number, request });
    });
  }

  return {
    vault: {
      async find(name) {
        const answer = await ask({ action: "find", name });
        return answer.kind === "done" ? { kind: "absent" } : answer;
      },
      save: async (name, secret) => written(await ask({ action: "save", name, secret })),
      remove: async (name) => written(await ask({ action: "remove", name })),
    },
    answered(number, answer) {
      open.get(number)?.(answer);
      open.delete(number);
    },
  };
}

function written(answer: SecretAnswer) {
  return answer.kind === "unavailable" ? answer : ({ kind: "done" } as const);
}
