import { z } from "zod";
import { Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";
import {
  SetupApply,
  SetupCheck,
  setupFailures,
  SetupPair,
  SetupPlan,
  SetupPlanRequest,
  SetupProtect,
  SetupSession,
  SetupSessionCreate,
  SetupSnapshot,
} from "./setup.ts";

const administrator = { tag: "Set-up over USB", who: "administrator" } as const;
const SessionPath = z.object({ id: Uuid.describe("Id of the session.") });
/** Failures of a request that asks the device itself: it may not answer, or not so that it can be read. */
const deviceFailures = { ...setupFailures, 409: ErrorMessages, 502: ErrorMessages, 504: ErrorMessages } as const;
const stepReplies = { 202: SetupSession, ...deviceFailures } as const;
const PATH = "/station/v1/setup/sessions";

export const setupRoutes = defineRoutes({
  listSetupSessions: {
    ...administrator,
    method: "get",
    path: PATH,
    summary: "Open set-ups",
    replies: { 200: z.array(SetupSession), 401: Unauthenticated, 403: ErrorMessages },
  },
  openSetupSession: {
    ...administrator,
    method: "post",
    path: PATH,
    summary: "Look at the device at a port",
    description:
      "A source that uses the port gives it up until the session ends. The device is identified in the background: the session, and the live event `setup`, tell what it is. Nothing is written to it.",
    body: SetupSessionCreate,
    replies: { 200: SetupSession, ...deviceFailures },
  },
  getSetupSession: {
    ...administrator,
    method: "get",
    path: `${PATH}/{id}`,
    summary: "One set-up",
    params: SessionPath,
    replies: { 200: SetupSession, ...setupFailures },
  },
  endSetupSession: {
    ...administrator,
    method: "delete",
    path: `${PATH}/{id}`,
    summary: "End a set-up",
    description: "Frees the port; a source that used it has it again. A value that is being written is finished first.",
    params: SessionPath,
    replies: { 204: null, ...setupFailures },
  },
  readSetupValues: {
    ...administrator,
    method: "post",
    path: `${PATH}/{id}/read`,
    summary: "Read all settings of the device",
    params: SessionPath,
    replies: stepReplies,
  },
  planSetup: {
    ...administrator,
    method: "post",
    path: `${PATH}/{id}/plan`,
    summary: "Show what would be written",
    description:
      "Only differences are planned. A value out of its range is refused, naming field and range. After something was written the device is read again first.",
    params: SessionPath,
    body: SetupPlanRequest,
    replies: { 200: SetupPlan, ...deviceFailures },
  },
  applySetup: {
    ...administrator,
    method: "post",
    path: `${PATH}/{id}/apply`,
    summary: "Write the plan",
    description:
      "A snapshot is taken before the first write. Refused with `plan_outdated` when the device differs from what was planned upon.",
    params: SessionPath,
    body: SetupApply,
    replies: stepReplies,
  },
  restartSetupDevice: {
    ...administrator,
    method: "post",
    path: `${PATH}/{id}/restart`,
    summary: "Restart the device",
    params: SessionPath,
    replies: stepReplies,
  },
  checkSetupDevice: {
    ...administrator,
    method: "post",
    path: `${PATH}/{id}/check`,
    summary: "Ask the device whether it is ready to fly",
    description: "Goes on until the session does something else; `check` of the session follows what the device says.",
    params: SessionPath,
    body: SetupCheck,
    replies: stepReplies,
  },
  pairSetupDevice: {
    ...administrator,
    method: "post",
    path: `${PATH}/{id}/pair`,
    summary: "Pair the device by its serial number",
    params: SessionPath,
    body: SetupPair,
    replies: stepReplies,
  },
  protectSetupDevice: {
    ...administrator,
    method: "post",
    path: `${PATH}/{id}/protect`,
    summary: "Lock the device with a key of its own",
    params: SessionPath,
    body: SetupProtect,
    replies: stepReplies,
  },
  listSetupSnapshots: {
    ...administrator,
    method: "get",
    path: "/station/v1/setup/snapshots",
    summary: "Snapshots of a device, newest first",
    query: z.object({
      serial_number: z.string().min(1).max(64).optional().describe("Serial number of the device; all when omitted."),
    }),
    replies: { 200: z.array(SetupSnapshot), 400: ErrorMessages, 401: Unauthenticated, 403: ErrorMessages },
  },
});
