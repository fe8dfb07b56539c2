import { type Response, Router } from "express";
import type { RouteTable } from "../contracts/route.ts";
import type { ApiAbout } from "./api-about.ts";
import { buildAsyncApi } from "./asyncapi.ts";
import { renderDocsPage } from "./docs-page.ts";
import type { JsonObject } from "./json-schema.ts";
import { buildOpenApi } from "./openapi.ts";

/**
 * `/openapi.json`, `/asyncapi.json` and the readable `/docs`; each is created at the first request and cached until the
 * address changes.
 */
export function apiDocuments(routes: RouteTable, about: ApiAbout): Router {
  const openApi = cachePerBaseUrl(about, () => buildOpenApi(routes, about));
  const asyncApi = cachePerBaseUrl(about, () => buildAsyncApi(about));
  const page = cachePerBaseUrl(about, () => renderDocsPage(openApi()));

  const router = Router();
  router.get("/openapi.json", (_request, response) => sendDocument(response, openApi()));
  router.get("/asyncapi.json", (_request, response) => sendDocument(response, asyncApi()));
  router.get("/docs", (_request, response) => void response.set("Cache-Control", "no-cache").type("html").send(page()));
  return router;
}

function sendDocument(response: Response, document: JsonObject): void {
  response.set("Cache-Control", "no-cache").json(document);
}

function cachePerBaseUrl<T>({ baseUrl }: ApiAbout, make: () => T): () => T {
  let kept: { readonly address: string; readonly value: T } | undefined;
  return () => {
    const address = baseUrl();
    if (kept?.address !== address) kept = { address, value: make() };
    return kept.value;
  };
}
