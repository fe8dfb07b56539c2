import type { alertRoutes } from "../../contracts/alerts.routes.ts";
import type { AlertRule } from "../../contracts/alerts.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { StoredRule } from "./alert.model.ts";
import { findRule, listRules } from "./alert-rules.store.ts";
import type { AlertRulesService } from "./alert-rules.service.ts";
import type { AlertsDeps } from "./alerts.deps.ts";
import type { AlertsService } from "./alerts.service.ts";
import { toAlert, toAlertRule } from "./alerts.wire.ts";

export type AlertsHandlers = Handlers<typeof alertRoutes>;

export function createAlertsHandlers(
  { reader }: Pick<AlertsDeps, "reader">,
  alerts: AlertsService,
  rules: AlertRulesService,
  countNotJudged: (ruleId: string, caller: Principal) => number,
): AlertsHandlers {
  const toCounted = (rule: StoredRule, caller: Principal): AlertRule => ({
    ...toAlertRule(rule),
    ...(rule.isEnabled && rule.condition.kind === "height_above" && { not_judged: countNotJudged(rule.id, caller) }),
  });
  return {
    listAlertRules: ({ principal }) => ({
      status: 200,
      body: listRules(reader).map((rule) => toCounted(rule, principal)),
    }),
    getAlertRule({ params, principal }) {
      const rule = findRule(reader, params.rule_id);
      return rule === undefined ? NO_RULE : { status: 200, body: toCounted(rule, principal) };
    },
    async createAlertRule({ body, principal, remoteAddress }) {
      const outcome = await rules.add(body, { ...principal, address: remoteAddress });
      return outcome.kind === "refused" ? refusal(outcome.message) : { status: 200, body: toAlertRule(outcome.rule) };
    },
    async updateAlertRule({ params, body, principal, remoteAddress }) {
      const outcome = await rules.update(params.rule_id, body, { ...principal, address: remoteAddress });
      if (outcome === undefined) return NO_RULE;
      return outcome.kind === "refused" ? refusal(outcome.message) : { status: 200, body: toAlertRule(outcome.rule) };
    },
    async removeAlertRule({ params, principal, remoteAddress }) {
      const isRemoved = await rules.remove(params.rule_id, { ...principal, address: remoteAddress });
      return isRemoved ? { status: 204 } : NO_RULE;
    },
    async testAlertRule({ params, body, signal }) {
      const range = { fromMs: Date.parse(body.from), toMs: Date.parse(body.to) };
      const tested = await rules.test(params.rule_id, range, signal);
      if (tested === undefined) return NO_RULE;
      const { alerts: found, notJudged } = tested;
      return {
        status: 200,
        ...(notJudged !== undefined && { headers: { "X-Not-Judged": String(notJudged) } }),
        body: found.map(({ alert, operationId }) => toAlert(alert, operationId)),
      };
    },
    async listAlerts({ query, principal, representation }) {
      const limit = query.limit ?? (representation === "csv" ? Infinity : DEFAULT_LIMIT);
      const outcome = await alerts.list({ ...query, limit }, principal);
      return outcome.kind === "refused" ? refusal(outcome.message) : { status: 200, body: [...outcome.alerts] };
    },
    acknowledgeAlert({ params, body, principal }) {
      const alert = alerts.acknowledge(params.alert_id, body.note ?? null, principal);
      return alert === undefined
        ? failure(404, "not_found", "alert_id: there is no such alert.")
        : { status: 200, body: alert };
    },
  };
}

const DEFAULT_LIMIT = 100;
const NO_RULE = failure(404, "not_found", "rule_id: there is no such rule.");
const refusal = (message: string) => failure(400, "validation_error", message);
