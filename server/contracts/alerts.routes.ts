import { z } from "zod";
import {
  Alert,
  ALERT_FORMATS,
  AlertAcknowledgement,
  AlertQuery,
  AlertRule,
  AlertRuleCreate,
  AlertRuleUpdate,
  StretchOfTime,
} from "./alerts.ts";
import { Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

const RulePath = z.object({ rule_id: Uuid.describe("Id of the rule.") });
const AlertPath = z.object({ alert_id: Uuid.describe("Id of the alert.") });
const TAG = "Alerts";
const RULES = "/station/v1/alert-rules";
const refusals = { 400: ErrorMessages, 401: Unauthenticated } as const;
const administrator = { tag: TAG, who: "administrator" } as const;
const administratorRefusals = { ...refusals, 403: ErrorMessages } as const;

export const alertRoutes = defineRoutes({
  listAlertRules: {
    method: "get",
    path: RULES,
    tag: TAG,
    summary: "The alert rules",
    who: "user",
    replies: { 200: z.array(AlertRule), 401: Unauthenticated },
  },
  createAlertRule: {
    ...administrator,
    method: "post",
    path: RULES,
    summary: "Add an alert rule",
    description:
      "An aircraft that comes back within 10 seconds continues its alert; for areas, unless it was 20 m outside or more.",
    body: AlertRuleCreate,
    replies: { 200: AlertRule, ...administratorRefusals },
  },
  getAlertRule: {
    method: "get",
    path: `${RULES}/{rule_id}`,
    tag: TAG,
    summary: "One alert rule",
    who: "user",
    params: RulePath,
    replies: { 200: AlertRule, ...refusals, 404: ErrorMessages },
  },
  updateAlertRule: {
    ...administrator,
    method: "patch",
    path: `${RULES}/{rule_id}`,
    summary: "Change an alert rule",
    description: "When the condition changes, or the rule is switched off, its alerts that go on end.",
    params: RulePath,
    body: AlertRuleUpdate,
    replies: { 200: AlertRule, ...administratorRefusals, 404: ErrorMessages },
  },
  removeAlertRule: {
    ...administrator,
    method: "delete",
    path: `${RULES}/{rule_id}`,
    summary: "Remove an alert rule",
    description: "Its alerts stay; those that go on end.",
    params: RulePath,
    replies: { 204: null, ...administratorRefusals, 404: ErrorMessages },
  },
  testAlertRule: {
    ...administrator,
    method: "post",
    path: `${RULES}/{rule_id}/test`,
    summary: "The alerts that a rule would have raised over what is recorded",
    description: "Nothing is kept. The ids are made up, and all alerts are resolved unless they go on.",
    params: RulePath,
    body: StretchOfTime,
    replyHeaders: {
      "X-Not-Judged":
        "`height_above`: how many aircraft of the stretch could not be judged, because their height in the reference of the rule is not known in any of their records there.",
    },
    replies: { 200: z.array(Alert), ...administratorRefusals, 404: ErrorMessages },
  },
  listAlerts: {
    method: "get",
    path: "/station/v1/alerts",
    tag: TAG,
    summary: "Alerts, newest first",
    description: "Alerts about operations that the caller may not read do not exist for the caller.",
    who: "user",
    formats: ALERT_FORMATS,
    fileName: "alerts",
    query: AlertQuery,
    replies: { 200: z.array(Alert), ...refusals },
  },
  acknowledgeAlert: {
    method: "post",
    path: "/station/v1/alerts/{alert_id}/acknowledge",
    tag: TAG,
    summary: "Acknowledge an alert",
    description: "A second acknowledgement changes nothing.",
    who: "user",
    params: AlertPath,
    body: AlertAcknowledgement,
    replies: { 200: Alert, ...refusals, 404: ErrorMessages },
  },
});
