import type { RouteTable } from "../../contracts/route.ts";
import type { Handlers } from "../../kernel/handler.ts";

type AnyHandler = (call: never) => { readonly status: number } | Promise<{ readonly status: number }>;

/**
 * Handlers of operations that answer "not found" only once all that was received is on disk: the live stream contains
 * the id of an operation before that, and a client that requests it at once must find it. A 404 has changed nothing, so
 * the handler is called again.
 */
export function answerWhenCommitted<T extends RouteTable>(
  handlers: Handlers<T>,
  committed: () => Promise<void>,
): Handlers<T> {
  const waiting = Object.entries<AnyHandler>(handlers).map(([name, handler]) => {
    const patient: AnyHandler = async (call) => {
      const reply = await handler(call);
      if (reply.status !== 404) return reply;
      try {
        await committed();
      } catch {
        // A full disk is reported to those who send; what it refused cannot be found.
        return reply;
      }
      return handler(call);
    };
    return [name, patient];
  });
  return Object.fromEntries(waiting) as Handlers<T>;
}
