import { type Keychain, openKeychain } from "../../src/main/secrets/keychain.ts";

/** A wish is the name of a method and its arguments. */
export type KeychainCall = readonly ["find", string] | readonly ["keep", string, string] | readonly ["remove", string];

/** Carries out the wishes of its argument, one after the other, and prints the answers: a process of its own each time. */
const wishes = JSON.parse(process.argv[2] ?? "[]") as readonly KeychainCall[];
const keychain = openKeychain("Fieldstation test");
const answers: unknown[] = [];
for (const wish of wishes) answers.push(await applyEdit(keychain, wish));
process.stdout.write(JSON.stringify(answers));

function applyEdit({ find, keep, remove }: Keychain, wish: KeychainCall): Promise<unknown> {
  switch (wish[0]) {
    case "find":
      return find(wish[1]);
    case "keep":
      return keep(wish[1], wish[2]);
    case "remove":
      return remove(wish[1]);
  }
}
