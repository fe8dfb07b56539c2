import type { SecretAnswer, SecretRequest } from "../station/station.messages.ts";
import type { Keychain } from "./keychain.ts";

/** Answers a station's requests for its secrets. */
export type AnswerSecret = (request: SecretRequest) => Promise<SecretAnswer>;

/**
 * Keeps the credentials of peers and the sealing key in the keychain. The station names a peer or that key: what else is in the keychain, such as the
 * session of this window, is out of its reach. Two recordings are two stations, with peers of their own.
 */
export function createStationSecrets(keychain: Keychain, dataDir: string): AnswerSecret {
  return (request) => {
    const name = `${request.name === "sealing-key" ? "sealing key" : `sync peer ${request.name}`} ${dataDir}`;
    switch (request.action) {
      case "find":
        return keychain.find(name);
      case "save":
        return keychain.save(name, request.secret);
      case "remove":
        return keychain.remove(name);
    }
  };
}

/** The same answers, and whether any is still to come: a locked keychain answers once the person has unlocked it. */
export function followAnswers(answer: AnswerSecret, onWaiting: (isWaiting: boolean) => void): AnswerSecret {
  let open = 0;
  return async (request) => {
    open += 1;
    if (open === 1) onWaiting(true);
    try {
      return await answer(request);
    } finally {
      open -= 1;
      if (open === 0) onWaiting(false);
    }
  };
}
