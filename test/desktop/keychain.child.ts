import { type Keychain, openKeychain } from "../../src/main/secrets/keychain.ts";

/** A call is the name of a method and its arguments. */
export type KeychainCall = readonly ["find", string] | readonly ["save", string, string] | readonly ["remove", string];

/** Makes the calls in its argument one after the other and prints the replies: each time a process of its own. */
const calls = JSON.parse(process.argv[2] ?? "[]") as readonly KeychainCall[];
const keychain = openKeychain("Fieldstation test");
const replies: unknown[] = [];
for (const call of calls) replies.push(await applyEdit(keychain, call));
process.stdout.write(JSON.stringify(replies));

function applyEdit({ find, save, remove }: Keychain, call: KeychainCall): Promise<unknown> {
  switch (call[0]) {
    case "find":
      return find(call[1]);
    case "save":
      return save(call[1], call[2]);
    case "remove":
      return remove(call[1]);
  }
}
