import type { Response } from "express";

/** Adds a header of the request on which the response depends to `Vary`. */
export function setVary(response: Response, name: string): void {
  if (response.hasHeader("Vary")) response.vary(name);
  else response.setHeader("Vary", name);
}
