import type { SecretAnswer, SecretRequest } from "../station/station.messages.ts";
import type { Keychain } from "./keychain.ts";

/** Answers a station's requests for its secrets. */
export type AnswerSecret = (request: SecretRequest) => Promise<SecretAnswer>;

/**
 * Stores the credentials of peers and the sealing key in the keychain. The station can only name a peer or that key:
 * other entries, such as the session of this window, are not accessible to it. Each recording is a separate station
 * with its own peers.
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

/** Counts pending answers: a locked keychain answers only after the person has unlocked it. */
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
