import { createUndeliveredEvents, createOutputs } from "../../features/outputs/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import type { Sealing } from "../../kernel/sealing.ts";
import type { LiveGateway } from "../../live/live-gateway.ts";
import { createOutputSupervisor } from "../../outputs/output.supervisor.ts";
import { webhookOutput } from "../../outputs/webhook.output.ts";
import { certificateProblem } from "../../outputs/tak.certificate.ts";
import type { Store } from "../../storage/database.ts";
import { createLiveOutputs } from "../outputs/live-outputs.ts";
import type { LivePoint } from "../outputs/output-records.ts";
import type { OutputReading } from "../outputs/record-batch.ts";
import { tapGateway } from "../outputs/tapped-gateway.ts";
import type { LivePublisher } from "../recording/live-publisher.ts";
import { createOutputThread } from "../threads/outputs.ts";
import type { Accounts } from "./accounts.ts";

export type Outputs = ReturnType<typeof composeOutputs>;

/** The systems that the station sends to, and the supervisor that keeps them running. */
export function composeOutputs(parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly sealing: Sealing;
  readonly accounts: Pick<Accounts, "findUser" | "audit">;
  readonly publisher: Pick<LivePublisher, "canRead">;
}) {
  const { store, clock, ids, log, accounts } = parts;
  /** Only administrators create outputs; one may have lost that right since. */
  const findOwner = (userId: string) =>
    userId === LOCAL_OPERATOR.userId ? { isActive: true, isAdministrator: true } : accounts.findUser(userId);
  const thread = createOutputThread();
  const supervisor = createOutputSupervisor<LivePoint, OutputReading>({
    clock,
    log,
    onFinal(id) {
      feature.switchOff(id);
      void live.stop(id);
    },
  });
  const undeliveredEvents = createUndeliveredEvents(store, { clock, log });
  const live = createLiveOutputs({
    supervisor,
    undeliveredEvents,
    // Events are sent one at a time, which is not worth another thread.
    createRun: (settings) => (settings.kind === "webhook" ? webhookOutput(settings) : thread.createRun(settings)),
    canRead: parts.publisher.canRead,
    isActive: (userId) => findOwner(userId)?.isActive === true,
    clock,
  });
  const feature = createOutputs(store, {
    start: live.start,
    stop: live.stop,
    remove: live.remove,
    status: supervisor.status,
    checkCredentials: (settings) =>
      settings.kind === "tak" && typeof settings.certificate === "string"
        ? certificateProblem(settings.certificate)
        : undefined,
    sealing: parts.sealing,
    recordAudit: accounts.audit.record,
    ids,
    clock,
  });
  return {
    handlers: feature.handlers,
    take: live.take,
    tap: (gateway: LiveGateway) =>
      tapGateway(gateway, {
        ...live,
        isAdministrator(userId) {
          const owner = findOwner(userId);
          return owner !== undefined && owner.isActive && owner.isAdministrator;
        },
      }),
    start: feature.startEnabled,
    async close() {
      await supervisor.close();
      await thread.close();
      await undeliveredEvents.close();
    },
  };
}
