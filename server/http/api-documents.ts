import { Buffer } from "node:buffer";
import { type Response, Router } from "express";
import type { RouteTable } from "../contracts/route.ts";
import type { ApiAbout } from "./api-about.ts";
import { buildAsyncApi } from "./asyncapi.ts";
import { gzipWhole, setGzip, takesGzip } from "./content-coding.ts";
import { renderDocsPage } from "./docs-page.ts";
import { buildOpenApi } from "./openapi.ts";

/** A document as it is sent. */
type Document = {
  readonly bytes: Buffer;
  /** Compressed at the first request for that: anyone may ask for it, and as often as they like. */
  readonly compressed: () => Promise<Buffer>;
};

/**
 * `/openapi.json`, `/asyncapi.json` and the readable `/docs`; each is created at the first request and cached until the
 * address changes.
 */
export function apiDocuments(routes: RouteTable, about: ApiAbout): Router {
  const openApi = cachePerBaseUrl(about, () => buildOpenApi(routes, about));
  const openApiJson = cachePerBaseUrl(about, () => createDocument(JSON.stringify(openApi())));
  const asyncApiJson = cachePerBaseUrl(about, () => createDocument(JSON.stringify(buildAsyncApi(about))));
  const page = cachePerBaseUrl(about, () => createDocument(renderDocsPage(openApi())));

  const router = Router();
  router.get("/openapi.json", (_request, response) => sendDocument(response.type("json"), openApiJson()));
  router.get("/asyncapi.json", (_request, response) => sendDocument(response.type("json"), asyncApiJson()));
  router.get("/docs", (_request, response) => sendDocument(response.type("html"), page()));
  return router;
}

function createDocument(text: string): Document {
  const bytes = Buffer.from(text);
  let compressed: Promise<Buffer> | undefined;
  return {
    bytes,
    compressed() {
      compressed ??= gzipWhole(bytes).catch((error: unknown) => {
        compressed = undefined;
        throw error;
      });
      return compressed;
    },
  };
}

async function sendDocument(response: Response, { bytes, compressed }: Document): Promise<void> {
  response.set("Cache-Control", "no-cache");
  if (!takesGzip(response)) return void response.send(bytes);
  const body = await compressed();
  setGzip(response, body.length);
  response.send(body);
}

function cachePerBaseUrl<T>({ baseUrl }: ApiAbout, make: () => T): () => T {
  let kept: { readonly address: string; readonly value: T } | undefined;
  return () => {
    const address = baseUrl();
    if (kept?.address !== address) kept = { address, value: make() };
    return kept.value;
  };
}
