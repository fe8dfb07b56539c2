import type { Command } from "commander";
import type { AlertListOptions, AlertsOptions, AlertTestOptions, AcknowledgeOptions } from "./alert.run.ts";
import type { CommandOptions } from "./command-options.ts";

const commands = () => import("./alert.run.ts");

/** The commands `alert …` and `alert-rule …`, for a running station. */
export function addAlertCommands(program: Command, { option, urlOption, tokenOption, run }: CommandOptions): void {
  const add = (parent: Command, words: string, about: string) =>
    parent
      .command(words)
      .description(about)
      .addOption(urlOption().makeOptionMandatory())
      .addOption(tokenOption())
      .addOption(option("--json", "JSON", "one JSON object per line").default(false));

  const alerts = program.command("alert").description("Alerts of a running station.");
  add(alerts, "list", "Alerts, newest first.")
    .addOption(
      option("--state <state>", "ALERT_STATE", "only those").choices(["open", "active", "acknowledged", "resolved"]),
    )
    .addOption(option("--rule <id>", "ALERT_RULE", "only of this rule"))
    .addOption(option("--operation <id>", "OPERATION", "only of this operation"))
    .addOption(option("--from <time>", "FROM", "only those that had not ended before, with its offset"))
    .addOption(option("--to <time>", "TO", "only those that had begun by then, with its offset"))
    .addOption(option("--limit <number>", "ALERT_LIMIT", "how many").default("100"))
    .action((options: AlertListOptions) => run(async () => (await commands()).alertListCommand(options)));
  add(alerts, "acknowledge <id>", "Acknowledge an alert.")
    .addOption(option("--note <text>", "ALERT_NOTE", "a note"))
    .action((id: string, options: AcknowledgeOptions) =>
      run(async () => (await commands()).alertAcknowledgeCommand(id, options)),
    );

  const rules = program.command("alert-rule").description("Alert rules of a running station.");
  add(rules, "list", "All alert rules.").action((options: AlertsOptions) =>
    run(async () => (await commands()).alertRuleListCommand(options)),
  );
  add(rules, "test <id>", "The alerts that a rule would have raised; nothing is kept.")
    .addOption(option("--from <time>", "FROM", "start, with its offset").makeOptionMandatory())
    .addOption(option("--to <time>", "TO", "end, with its offset").makeOptionMandatory())
    .action((id: string, options: AlertTestOptions) =>
      run(async () => (await commands()).alertRuleTestCommand(id, options)),
    );
}
