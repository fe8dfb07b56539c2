import { z } from "zod";
import { isAllowedExternally } from "../security/content.rules.ts";

/** The newest release as a release page describes it: GitHub's "get the latest release", also of Gitea and Forgejo. */
const latestRelease = z.object({
  tag_name: z.string().max(100),
  html_url: z.string().refine(isAllowedExternally),
  draft: z.boolean().default(false),
  prerelease: z.boolean().default(false),
});

export interface Release {
  readonly version: string;
  readonly pageUrl: string;
}

/** `v1.2.3` or `1.2.3`; a suffix such as `-beta.1` comes before the version without one (Semantic Versioning 2.0). */
const versionPattern = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

/** Reads the answer of a release page; `undefined` when it is not one, or not of a release for everybody. */
export function readRelease(answer: unknown): Release | undefined {
  const release = latestRelease.safeParse(answer).data;
  if (release === undefined || release.draft || release.prerelease) return undefined;
  const match = versionPattern.exec(release.tag_name);
  return match === null ? undefined : { version: release.tag_name.replace(/^v/, ""), pageUrl: release.html_url };
}

/** Whether `version` comes after `current`; false when one of them is no version. */
export function isNewer(version: string, current: string): boolean {
  const parts = versionPattern.exec(version);
  const known = versionPattern.exec(current);
  if (parts === null || known === null) return false;
  for (const index of [1, 2, 3]) {
    const difference = Number(parts[index]) - Number(known[index]);
    if (difference !== 0) return difference > 0;
  }
  // Among versions of one number, only the release itself is newer than what came before it.
  return parts[4] === undefined && known[4] !== undefined;
}

/** Where releases are published: an https address, or one of this computer for tests. */
export function isReleaseFeed(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && url.hostname === "127.0.0.1");
}
