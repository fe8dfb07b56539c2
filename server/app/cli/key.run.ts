import { callAdministrationRoute, type StationLocation } from "./administration.ts";
import { print } from "./print.ts";

export type KeyRotateOptions = StationLocation & { readonly endSignIns: boolean };

/** Replaces the keys that sign access tokens. */
export async function keyRotateCommand(options: KeyRotateOptions): Promise<number> {
  const { endSignIns } = options;
  const { key_id } = await callAdministrationRoute(options, "replaceSigningKeys", {
    body: { end_sign_ins: endSignIns },
  });
  print(options.json, { key_id, end_sign_ins: endSignIns }, [
    `key ${key_id} signs from now on`,
    ...(endSignIns ? ["every sign-in has ended"] : []),
  ]);
  return 0;
}
