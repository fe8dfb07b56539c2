import { z } from "zod";
import { Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

export const SearchResult = z
  .object({
    objects: z
      .array(
        z.object({
          id: Uuid.describe("Id of the object."),
          name: z.string().describe("Its name."),
          kind: z.enum(["aircraft", "device", "flight", "zone"]).describe("What it is."),
        }),
      )
      .describe("The matches, best first; at most 50."),
  })
  .meta({ id: "SearchResult", description: "Objects whose name contains a text." });
export type SearchResult = z.infer<typeof SearchResult>;

export const searchRoutes = defineRoutes({
  search: {
    method: "get",
    path: "/v1/search",
    tag: "Search",
    summary: "Find objects by name",
    description:
      "Searches the devices, aircraft, flights and zones that the caller can access, ignoring case, accents and hyphens. Of flights, only the caller's newest 10,000 and the newest 10,000 public ones are searched. Without a match the list is empty.",
    who: "user",
    query: z.object({
      query: z.string().max(256).default("").describe("Part of a name; `%` and `_` are not wildcards."),
    }),
    replies: { 200: SearchResult, 400: ErrorMessages, 401: Unauthenticated },
  },
});
