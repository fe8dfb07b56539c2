import { computed, type Ref, type WritableComputedRef } from "vue";
import type { AlertRule } from "../../../../../server/contracts/alerts.ts";
import { useLoaded } from "../../api/loaded.use.ts";
import { call, routes } from "../../api/station.client.ts";
import { useStation } from "../../api/station.store.ts";
import { useQueryText } from "../../ui/query-text.ts";
import { RECENT_PERIODS, type RecentPeriod, rangeOfPeriod } from "./recent-period.ts";

type Shown = "open" | "all";

/** The query of the request to the station. */
export interface AlertFilter {
  readonly state?: "open";
  readonly rule?: string;
  readonly from?: string;
}

/** The alert filter, stored in the page's address, and the rules to choose from. */
export function useAlertFilter(): {
  readonly shown: WritableComputedRef<Shown>;
  /** Id of a rule; empty for all of them. */
  readonly rule: WritableComputedRef<string>;
  /** Empty for any time. */
  readonly period: WritableComputedRef<RecentPeriod | "">;
  readonly rules: Readonly<Ref<readonly AlertRule[] | undefined>>;
  /** Computed at each call, because a period is relative to the present. */
  readonly filter: () => AlertFilter;
  readonly isNarrowed: Readonly<Ref<boolean>>;
} {
  const station = useStation();
  const shown = useQueryText<Shown>("show", "open");
  const rule = useQueryText("rule", "");
  const period = useQueryText<RecentPeriod | "">("period", "");
  const rules = useLoaded<readonly AlertRule[]>((signal) => call(routes.listAlertRules, { signal }));
  void rules.load();

  function filter(): AlertFilter {
    // The address may contain any text.
    const recent = RECENT_PERIODS.find((one) => one === period.value);
    return {
      ...(shown.value === "open" && { state: "open" }),
      ...(rule.value !== "" && { rule: rule.value }),
      ...(recent !== undefined && { from: rangeOfPeriod(recent, station.nowMs()).from }),
    };
  }

  const isNarrowed = computed(() => rule.value !== "" || period.value !== "");
  return { shown, rule, period, rules: rules.value, filter, isNarrowed };
}
