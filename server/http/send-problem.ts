import type { Response } from "express";
import { type Problem, replyTo } from "./problems.ts";

/** Sends a problem in the shape of the path's API version; always JSON, never cached. */
export function sendProblem(response: Response, problem: Problem): void {
  const reply = replyTo(problem, response.req.originalUrl);
  // Headers that the route set for its own reply do not apply to the problem.
  for (const name of ["Content-Disposition", "Content-Type"]) response.removeHeader(name);
  response.set({ "Cache-Control": "no-store", ...reply.headers });
  response.status(reply.status).json(reply.body);
}
