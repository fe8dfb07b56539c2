import type { setupRoutes } from "../../contracts/setup.routes.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import type { RecordStep, SetupDeps, SetupRefusal, StepOutcome } from "./setup.deps.ts";
import { statusOf, wantedOf } from "./setup.rules.ts";
import { toWireSnapshot } from "./snapshots.store.ts";

type SetupHandlers = Handlers<typeof setupRoutes>;

/** Records a step with a device in the audit log. */
export function createRecordStep({ recordAudit }: Pick<SetupDeps, "recordAudit">): RecordStep {
  return (kind, { principal: { userId }, remoteAddress: address }, session, detail = {}) =>
    recordAudit({
      kind,
      userId: null,
      actorId: userId === LOCAL_OPERATOR.userId ? null : userId,
      address,
      detail: { path: session.path, serial_number: session.identity?.serial_number ?? "", ...detail },
    });
}

/** Handlers of the sessions, and of further requests about their devices. */
export function createSetupHandlers(deps: SetupDeps, recordStep: RecordStep): SetupHandlers {
  return {
    ...createSessionHandlers(deps),
    ...createWritingHandlers(deps, recordStep),
    ...createPairing(deps, recordStep),
  };
}

type SessionHandlers = Pick<
  SetupHandlers,
  | "listSetupSessions"
  | "openSetupSession"
  | "getSetupSession"
  | "endSetupSession"
  | "readSetupValues"
  | "planSetup"
  | "checkSetupDevice"
  | "listSetupSnapshots"
>;

function createSessionHandlers({
  sessions,
  snapshots,
  findConfigurationSet,
  findStationPlace,
}: SetupDeps): SessionHandlers {
  return {
    listSetupSessions: () => ({ status: 200, body: [...sessions.list()] }),

    async openSetupSession({ body }) {
      const outcome = await sessions.open({
        path: body.path,
        baudRate: body.baud_rate,
        repairLineEndings: body.repair_crlf,
      });
      if (outcome.kind === "accepted") return { status: 200, body: outcome.session };
      return refused(outcome);
    },

    getSetupSession({ params }) {
      const session = sessions.find(params.id);
      return session === undefined ? noSession() : { status: 200, body: session };
    },

    endSetupSession: async ({ params }) => ((await sessions.end(params.id)) ? { status: 204 } : noSession()),

    readSetupValues: async ({ params }) => reply(await sessions.read(params.id)),

    async planSetup({ params, body }) {
      const session = sessions.find(params.id);
      if (session === undefined) return noSession();
      const outcome = wantedOf(body, session, { findSnapshot: snapshots.find, findConfigurationSet });
      if (outcome.kind === "invalid") return failure(400, "validation_error", outcome.message);
      const result = await sessions.plan(params.id, outcome.wanted, keyOf(body.key));
      if (result === undefined) return noSession();
      switch (result.kind) {
        case "planned":
          return { status: 200, body: result.plan };
        case "invalid":
          return failure(400, "validation_error", ...result.issues.map(({ field, message }) => `${field}: ${message}`));
        case "refused":
          return refused(result);
      }
    },

    async checkSetupDevice({ params, body }) {
      if ((body.latitude === undefined) !== (body.longitude === undefined)) {
        return failure(400, "validation_error", "latitude: give both latitude and longitude, or neither.");
      }
      const place =
        body.latitude === undefined || body.longitude === undefined
          ? findStationPlace()
          : { latitude: body.latitude, longitude: body.longitude, altitudeM: null };
      if (place === undefined) {
        return failure(400, "validation_error", "latitude: the station does not know where it stands; give the place.");
      }
      const { latitude, longitude, altitudeM } = place;
      return reply(
        await sessions.check(params.id, {
          latitude,
          longitude,
          altitude: body.altitude ?? altitudeM,
          operatorId: body.operator_id ?? null,
          description: body.description ?? null,
        }),
      );
    },

    listSetupSnapshots: ({ query }) => ({
      status: 200,
      body: snapshots.list(query.serial_number).map(toWireSnapshot),
    }),
  };
}

type WritingHandlers = Pick<SetupHandlers, "applySetup" | "restartSetupDevice" | "protectSetupDevice">;

/** Everything that changes the device, with its entry in the audit log. */
function createWritingHandlers({ sessions }: SetupDeps, recordStep: RecordStep): WritingHandlers {
  return {
    async applySetup(call) {
      const { params, body } = call;
      const changes = sessions.find(params.id)?.plan?.changes ?? [];
      const outcome = await sessions.apply(params.id, {
        hash: body.hash,
        confirmation: body.confirmation,
        key: keyOf(body.key),
      });
      if (outcome?.kind === "accepted") {
        const names = changes.map(({ name }) => name).join(", ");
        const isConfirmed = changes.some(({ is_dangerous }) => is_dangerous);
        recordStep("device_settings_written", call, outcome.session, {
          settings: names,
          ...(isConfirmed ? { confirmed: body.confirmation ?? "" } : {}),
        });
      }
      return reply(outcome);
    },

    async restartSetupDevice(call) {
      const outcome = await sessions.restart(call.params.id);
      if (outcome?.kind === "accepted") recordStep("device_restarted", call, outcome.session);
      return reply(outcome);
    },

    async protectSetupDevice(call) {
      const outcome = await sessions.protect(call.params.id, call.body.confirmation);
      if (outcome?.kind === "accepted") recordStep("device_protected", call, outcome.session);
      return reply(outcome);
    },
  };
}

function createPairing(deps: SetupDeps, recordStep: RecordStep): Pick<SetupHandlers, "pairSetupDevice"> {
  const { sessions, pairDevice } = deps;
  return {
    pairSetupDevice(call) {
      const { params, body, principal } = call;
      const session = sessions.find(params.id);
      if (session === undefined) return noSession();
      if (session.identity === null) return failure(409, "wrong_state", "The device was not recognised yet.");
      const { registration_serial: serialNumber } = session;
      if (serialNumber === null) {
        return failure(409, "wrong_state", "The device tells no serial number by which it could be paired.");
      }
      const isDronetag = session.family === "dronetag" || session.family === "rider";
      const outcome = pairDevice(
        {
          serialNumber,
          typeId: isDronetag ? session.identity.device_type : null,
          firmware: session.identity.firmware,
          hardware: session.identity.hardware,
          name: body.name ?? null,
          aircraft: body.default_aircraft,
        },
        principal,
      );
      switch (outcome.kind) {
        case "paired_elsewhere":
          return failure(409, "device_paired", "The device is paired with another account; nothing was changed.");
        case "unknown_aircraft":
          return failure(400, "unknown_aircraft", "default_aircraft: you have no such aircraft.");
        case "paired": {
          const { deviceId, issues } = outcome;
          const paired = sessions.setPaired(params.id, { device_id: deviceId, issues: [...issues] });
          if (paired === undefined) return noSession();
          recordStep("device_paired", call, paired, { device_id: deviceId });
          return { status: 202, body: paired };
        }
      }
    },
  };
}

const noSession = () => failure(404, "not_found", "id: there is no such set-up; it was ended, or its time was over.");

function refused({ code, message }: SetupRefusal) {
  return failure(statusOf(code), code, message);
}

function reply(outcome: StepOutcome | undefined) {
  if (outcome === undefined) return noSession();
  return outcome.kind === "accepted" ? ({ status: 202, body: outcome.session } as const) : refused(outcome);
}

function keyOf(base64: string | undefined): Uint8Array | undefined {
  return base64 === undefined ? undefined : Buffer.from(base64, "base64");
}
