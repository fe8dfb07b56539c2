import { loadSealingKey } from "../../server/app/station/sealing-key.ts";
import { createCredentialFiles } from "../../server/app/sync/credential-files.ts";
import { openVaultCredentials } from "../../server/app/sync/credential-vault.ts";
import type { PeerCredential } from "../../server/features/sync/index.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { openKeychain } from "../../src/main/secrets/keychain.ts";
import { createStationSecrets } from "../../src/main/secrets/station-secrets.ts";
import { createSecretRequests } from "../../src/main/station/secret-requests.ts";
import { type StationCommand, stationCommand, stationSecret } from "../../src/main/station/station.messages.ts";

/**
 * The credentials of a station, the channel to main and the keychain, in a program of its own. Arguments: the data
 * directory, the peers, what to do.
 */
export type VaultStep =
  | readonly ["find", string]
  | readonly ["save", string, PeerCredential]
  | readonly ["remove", string]
  /** Loads the sealing key: its place is the keychain, or a file. */
  | readonly ["sealing-key", "keychain" | "file"];

const [dataDir = "", peers = "[]", steps = "[]"] = process.argv.slice(2);
const answerSecret = createStationSecrets(openKeychain("Fieldstation test"), dataDir);
// What crosses between two processes is copied, and checked on either side.
const requests = createSecretRequests((message) => void answer(structuredClone(message)));

async function answer(message: unknown): Promise<void> {
  const { number, request } = stationSecret.parse(message);
  const command: StationCommand = { type: "secret", number, answer: await answerSecret(request) };
  const received = stationCommand.parse(structuredClone(command));
  if (received.type === "secret") requests.answered(received.number, received.answer);
}

const credentials = await openVaultCredentials({
  vault: requests.vault,
  files: createCredentialFiles(dataDir),
  peers: JSON.parse(peers) as readonly string[],
  log: silentLog,
});
const answers: unknown[] = [];
for (const step of JSON.parse(steps) as readonly VaultStep[]) answers.push(await take(step));
await credentials.settled();
process.stdout.write(`${JSON.stringify(answers)}\n`);

async function take(step: VaultStep): Promise<unknown> {
  switch (step[0]) {
    case "find":
      return credentials.find(step[1]) ?? null;
    case "save":
      return credentials.save(step[1], step[2]) ?? null;
    case "remove":
      return credentials.remove(step[1]) ?? null;
    case "sealing-key": {
      const keychain = { vault: requests.vault, isWanted: step[1] === "keychain", log: silentLog };
      return Buffer.from(await loadSealingKey(dataDir, keychain)).toString("hex");
    }
  }
}
