import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const packageFile = z.object({ releaseFeed: z.string().optional() });

/**
 * Where this build's releases are published: the release workflow writes the address into package.json. The environment
 * may name another one, or none.
 */
export function findReleaseFeed(appPath: string, named: string | undefined): string | undefined {
  if (named !== undefined) return named === "" ? undefined : named;
  return packageFile.safeParse(JSON.parse(readFileSync(join(appPath, "package.json"), "utf8"))).data?.releaseFeed;
}
