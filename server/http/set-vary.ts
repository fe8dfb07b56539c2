import type { Response } from "express";

/** Names a header of the request that the response depends on. */
export function setVary(response: Response, name: string): void {
  if (response.hasHeader("Vary")) response.vary(name);
  else response.setHeader("Vary", name);
}
