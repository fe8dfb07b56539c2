import type { RouteLocationRaw } from "vue-router";
import type { DeepLink } from "../../../preload/contract.ts";

/** The page that a link leads to. */
export function routeOfLink(link: DeepLink): RouteLocationRaw {
  switch (link.kind) {
    case "flight":
      return { name: "flight", params: { id: link.id } };
    case "operation":
      return { name: "log", query: { period: "all", operation: link.id } };
    case "moment":
      return { name: "live", query: { moment: link.at, ...link.view } };
    case "page":
      return { name: link.page, ...(link.view && { query: { ...link.view } }) };
  }
}
