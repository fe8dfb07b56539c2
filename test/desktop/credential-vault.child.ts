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
  | readonly ["remove", string];

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
const answers = (JSON.parse(steps) as readonly VaultStep[]).map(([action, peer, credential]) => {
  if (action === "find") return credentials.find(peer) ?? null;
  if (action === "remove") credentials.remove(peer);
  else if (credential !== undefined) credentials.save(peer, credential);
  return null;
});
await credentials.settled();
process.stdout.write(`${JSON.stringify(answers)}\n`);
