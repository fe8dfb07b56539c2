import { stat } from "node:fs/promises";
import { join } from "node:path";
import express, { type Request, type Response, Router } from "express";
import { compressedFiles } from "./compressed-files.ts";
import { NOT_BUILT_PAGE } from "./not-built-page.ts";

/** The page itself, and the paths to which sign-in and sign-out return. */
const CONSOLE_PATHS = new Set(["/", "/signed-in", "/signed-out"]);

/**
 * Serves the built console. Files under `assets/` have a hash in their name and never change; the page itself is
 * revalidated each time. A navigation to any other path is redirected to the same path behind the `#`, where the page
 * keeps its own paths.
 *
 * @param directory the built console, absolute; if it is `undefined` or does not exist, a page explains how to build it
 */
export function staticRenderer(directory: string | undefined): Router {
  const router = Router();
  if (directory !== undefined) {
    const assets = join(directory, "assets");
    router.use("/assets", compressedFiles(assets, "public, max-age=31536000, immutable"));
    router.use("/assets", express.static(assets, { index: false, immutable: true, maxAge: "365d" }));
    router.use(compressedFiles(directory, "public, max-age=0"));
    router.use(express.static(directory, { index: false, maxAge: 0, redirect: false }));
  }
  router.get("/{*path}", async (request, response, next) => {
    if (!isNavigation(request)) return next();
    if (directory !== undefined && (await isFile(join(directory, "index.html")))) {
      if (CONSOLE_PATHS.has(request.path)) sendPage(response, directory);
      else response.redirect(`/#${request.originalUrl}`);
    } else response.status(503).set("Cache-Control", "no-store").type("html").send(NOT_BUILT_PAGE);
  });
  return router;
}

function sendPage(response: Response, directory: string): void {
  response.sendFile("index.html", { root: directory, cacheControl: false, headers: { "Cache-Control": "no-cache" } });
}

/** A navigation of a browser, as opposed to a request for a missing script, style or image. */
function isNavigation(request: Request): boolean {
  if (request.path.startsWith("/assets/")) return false;
  return request.path === "/" || (request.headers.accept ?? "").includes("text/html");
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}
