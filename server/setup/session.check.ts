import type { CheckRequest, DeviceFamily } from "./family.ts";
import { awaitIds, stopAwaiting } from "./session.received.ts";
import { type Session, update } from "./session.record.ts";
import { runLimited } from "./session.step.ts";

/** Runs the device's check whether it is ready to fly, until the session begins another step. */
export async function check(
  session: Session,
  run: NonNullable<DeviceFamily["check"]>,
  request: CheckRequest,
): Promise<void> {
  const { record } = session;
  const before = record.state;
  awaitIds(session, [session.writtenUasId?.id, record.identity?.serial_number]);
  update(session, {
    state: "checking",
    check: { passed: false, texts: [] },
    received: null,
    error: null,
    message: "Asking the device what it still misses.",
  });
  const outcome = await runLimited(session, { limitMs: null, timedOut: "" }, (device) =>
    run(device, request, ({ passed, texts }) => {
      const explained = texts.map(({ text, explanation, isBlocking }) => ({
        text,
        explanation,
        is_blocking: isBlocking,
      }));
      const message = passed ? "Ready to fly." : "Not ready to fly yet; see what the device says.";
      update(session, { check: { passed, texts: explained }, ...(record.received === null ? { message } : {}) });
    }),
  );
  stopAwaiting(session);
  if (outcome.kind === "failed" && outcome.failure.code === "lost") return;
  const isCancelled = session.step?.abort.signal.aborted === true;
  const failure = outcome.kind === "failed" && !isCancelled ? outcome.failure : undefined;
  if (failure === undefined) return update(session, { state: before === "checking" ? "ready" : before });
  const { code, message: msg } = failure;
  update(session, { state: "failed", message: msg, error: { code, msg } });
}
