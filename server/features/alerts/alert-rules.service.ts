import type { AlertRuleCreate, AlertRuleUpdate } from "../../contracts/alerts.ts";
import type { AuditKind } from "../../contracts/audit.ts";
import type { Geoid } from "../../kernel/geoid.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { StoredRule } from "./alert.model.ts";
import { conditionOf, updatedRule } from "./alert-rules.rules.ts";
import { findRule, listRules, removeRule, saveRule } from "./alert-rules.store.ts";
import type { AlertTracks } from "./alert-tracks.store.ts";
import type { AlertsDeps } from "./alerts.deps.ts";
import { endAlertsOfRule } from "./alerts.store.ts";
import type { AlertsService } from "./alerts.service.ts";
import { type CompiledRule, compileRule, needsGeoid } from "./conditions.rules.ts";
import { type RuleTest, testRule } from "./rule-test.ts";

type Caller = { readonly userId: string; readonly address?: string | undefined };
type Saved =
  | { readonly kind: "rule"; readonly rule: StoredRule }
  | { readonly kind: "refused"; readonly message: string };

export type AlertRulesService = ReturnType<typeof createAlertRulesService>;

/** Manages rules: they are compiled once, and the live judging is informed of each change. */
export function createAlertRulesService(
  deps: AlertsDeps,
  {
    tracks,
    alerts,
    use,
  }: {
    readonly tracks: AlertTracks;
    readonly alerts: AlertsService;
    /** Sets the rules that are judged from now on. */
    readonly use: (rules: readonly CompiledRule[]) => void;
  },
) {
  const { reader, writer, clock, ids } = deps;
  let geoid: Geoid | undefined;

  async function compile(rule: StoredRule): Promise<CompiledRule> {
    if (needsGeoid(rule)) geoid ??= await deps.loadGeoid();
    return compileRule(rule, geoid);
  }

  /** Reads and compiles all rules that are switched on. */
  async function refresh(): Promise<void> {
    const enabled = listRules(writer).filter(({ isEnabled }) => isEnabled);
    if (enabled.some(needsGeoid)) geoid ??= await deps.loadGeoid();
    use(enabled.map((rule) => compileRule(rule, geoid)));
  }

  function record(kind: AuditKind, { id, name }: StoredRule, { userId, address }: Caller): void {
    deps.recordAudit({ kind, userId: null, actorId: userId, address, detail: { id, name } });
  }

  /** Ends the open alerts of a rule, because its condition has changed or it is no longer judged. */
  function endAlerts(ruleId: string): void {
    alerts.flush(true);
    for (const id of endAlertsOfRule(writer, ruleId)) alerts.publish(id);
  }

  return {
    refresh,
    async add(input: AlertRuleCreate, caller: Caller): Promise<Saved> {
      const outcome = conditionOf(input, deps.findZone);
      if (outcome.kind === "refused") return outcome;
      const nowMs = clock.now();
      const rule: StoredRule = {
        id: ids.random(),
        name: input.name,
        isEnabled: input.enabled,
        severity: input.severity,
        hasSound: input.sound,
        hasNotification: input.notify,
        condition: outcome.condition,
        creatorId: caller.userId,
        createdMs: nowMs,
        appliesFromMs: nowMs,
      };
      saveRule(writer, rule);
      record("alert_rule_added", rule, caller);
      await refresh();
      return { kind: "rule", rule };
    },
    /** `undefined` when there is no such rule. */
    async update(id: string, update: AlertRuleUpdate, caller: Caller): Promise<Saved | undefined> {
      const rule = findRule(writer, id);
      if (rule === undefined) return undefined;
      const outcome = updatedRule(rule, update, { userId: caller.userId, nowMs: clock.now() });
      if (outcome.kind === "refused") return outcome;
      saveRule(writer, outcome.rule);
      record("alert_rule_changed", outcome.rule, caller);
      await refresh();
      if (outcome.isJudgedAnew) endAlerts(id);
      return outcome;
    },
    async remove(id: string, caller: Caller): Promise<boolean> {
      const rule = findRule(writer, id);
      if (rule === undefined) return false;
      removeRule(writer, id);
      record("alert_rule_removed", rule, caller);
      await refresh();
      endAlerts(id);
      return true;
    },
    async test(id: string, range: TimeRange, signal: AbortSignal): Promise<RuleTest | undefined> {
      const rule = findRule(reader, id);
      if (rule === undefined) return undefined;
      const { tracksInside } = deps;
      return testRule(await compile(rule), range, { tracks, tracksInside, clock, ids, signal });
    },
  };
}
