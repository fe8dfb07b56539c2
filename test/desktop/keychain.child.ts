import { type Keychain, openKeychain } from "../../src/main/secrets/keychain.ts";

/** A call is the name of a method and its arguments. */
export type KeychainCall = readonly ["find", string] | readonly ["save", string, string] | readonly ["remove", string];

/** Carries out the wishes of its argument, one after the other, and prints the answers: a process of its own each time. */
const wishes = JSON.parse(process.argv[2] ?? "[]") as readonly KeychainCall[];
const keychain = openKeychain("Fieldstation test");
const answers: unknown[] = [];
for (const call of wishes) answers.push(await applyEdit(keychain, call));
process.stdout.write(JSON.stringify(answers));

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
