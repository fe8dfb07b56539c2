import type { evidenceRoutes } from "../../contracts/evidence.ts";
import type { AuditKind } from "../../contracts/audit.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { LOCAL_OPERATOR, type Principal } from "../../kernel/principal.ts";
import type { EvidenceDeps } from "./evidence.deps.ts";
import type { EvidenceService } from "./evidence.service.ts";
import type { RawFrames } from "./raw-frames.ts";

const RAW_IS_FOR_ADMINISTRATORS =
  "with_raw: frames as they were received are for administrators only: nobody can tell whose they are.";

type Caller = { readonly principal: Principal; readonly remoteAddress?: string | undefined };

export function createEvidenceHandlers(
  deps: EvidenceDeps,
  service: EvidenceService,
  rawFrames: RawFrames,
  findPublicKey: () => string | null,
): Handlers<typeof evidenceRoutes> {
  const record = (kind: AuditKind, { principal, remoteAddress }: Caller, detail: Record<string, string>) => {
    const actorId = principal.userId === LOCAL_OPERATOR.userId ? null : principal.userId;
    deps.recordAudit({ kind, userId: null, actorId, address: remoteAddress, detail });
  };
  return {
    async makeEvidence(call) {
      const { body, principal, signal } = call;
      rawFrames.flush();
      const planned = await service.plan(body, principal, signal);
      switch (planned.kind) {
        case "invalid":
          return failure(400, "validation_error", ...planned.messages);
        case "no_operation":
          return failure(404, "not_found", `operations: there is no operation ${planned.id}.`);
        case "forbidden":
          return failure(403, "forbidden", RAW_IS_FOR_ADMINISTRATORS);
        case "plan": {
          const { plan } = planned;
          record("evidence_made", call, {
            title: plan.title,
            from: isoFromMs(plan.range.fromMs),
            to: isoFromMs(plan.range.toMs),
            operations: String(planned.operations),
          });
          // Names sort by time and are valid on every file system.
          const time = isoFromMs(plan.range.fromMs).slice(0, 19).replaceAll(":", "-");
          const headers = { "Content-Disposition": `attachment; filename=evidence-${time}.zip` };
          return { status: 200, headers, body: deps.write(plan, principal.userId) };
        }
      }
    },
    async verifyEvidence({ upload, query }) {
      const own = findPublicKey() ?? undefined;
      if (query.key !== undefined && deps.fingerprintOf(query.key) === undefined) {
        return failure(400, "validation_error", "key: is no public key in PEM.");
      }
      const verdict = await deps.verify(upload.chunks, { named: query.key, own });
      if (verdict === "no_room") return failure(507, "no_room", "file: the station's disk has no room to look at it.");
      if (verdict === undefined)
        return failure(400, "not_a_pack", "file: it is no zip archive, or only a part of one.");
      return { status: 200, body: verdict };
    },
    getRawFrames() {
      rawFrames.flush();
      return { status: 200, body: rawFrames.getState() };
    },
    setRawFrames(call) {
      rawFrames.saveSettings(call.body);
      record("raw_frames_changed", call, {
        enabled: String(call.body.enabled),
        keep_days: String(call.body.keep_days),
      });
      return { status: 200, body: rawFrames.getState() };
    },
  };
}
