import { z } from "zod";

const thirdPartyList = z.array(
  z.object({ name: z.string(), version: z.string(), licence: z.string(), text: z.string() }),
);
/** A third-party package in this build. */
export type ThirdPartyPackage = z.infer<typeof thirdPartyList>[number];

/** The list that was written when the console was built; undefined when it cannot be loaded. */
export async function loadThirdParty(): Promise<readonly ThirdPartyPackage[] | undefined> {
  try {
    const response = await fetch("./third-party.json");
    return response.ok ? thirdPartyList.safeParse(await response.json()).data : undefined;
  } catch {
    return undefined;
  }
}
