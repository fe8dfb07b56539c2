import { expect, it } from "vitest";
import { readDeepLink } from "../../src/main/open-requests/deep-link.rules.ts";
import { routeOfLink } from "../../src/renderer/src/shell/link-route.ts";
import { liveLinkOf } from "../../src/renderer/src/shell/live-link.ts";

const aircraft = "0198f3a2-7c1e-7a40-9d3f-2f6f1f0c9a11";

it.each([
  { at: "47.07000,-15.43000,12.25", aircraft, moment: "2026-11-22T10:00:00.000Z", speed: "60" },
  { at: "-90.00000,-180.00000,0", aircraft },
  {},
])("the app opens a link to the live page as it was copied: %j", (query) => {
  const momentMs = "moment" in query ? Date.parse(query.moment ?? "") : undefined;
  const link = readDeepLink(liveLinkOf(query, momentMs));
  expect(link && routeOfLink(link)).toEqual({ name: "live", ...(Object.keys(query).length > 0 && { query }) });
});
