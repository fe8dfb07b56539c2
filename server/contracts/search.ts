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
      .describe("What was found, the best match first; at most 50."),
  })
  .meta({ id: "SearchResult", description: "Objects whose name holds a text." });
export type SearchResult = z.infer<typeof SearchResult>;

export const searchRoutes = defineRoutes({
  search: {
    method: "get",
    path: "/v1/search",
    tag: "Search",
    summary: "Objects by their name",
    description:
      "Devices, aircraft, flights and zones that the caller can access, of flights the newest 10,000 of their own and the newest 10,000 that are public; regardless of case. None is an empty list.",
    who: "user",
    query: z.object({
      query: z.string().max(256).default("").describe("Part of a name; `%` and `_` are ordinary characters."),
    }),
    replies: { 200: SearchResult, 400: ErrorMessages, 401: Unauthenticated },
  },
});
