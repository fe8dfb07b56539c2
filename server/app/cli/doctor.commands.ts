import type { Command } from "commander";
import type { CommandOptions } from "./command-options.ts";
import type { DoctorOptions } from "./doctor.run.ts";

/** The command `doctor`. */
export function addDoctorCommand(
  program: Command,
  { option, dataOption, spatialiteOption, urlOption, tokenOption, run }: CommandOptions,
): void {
  program
    .command("doctor")
    .description("Look at everything a station needs and say what is missing.")
    .addOption(dataOption())
    .addOption(urlOption())
    .addOption(tokenOption())
    .addOption(spatialiteOption())
    .addOption(option("--json", "JSON", "one JSON object instead of lines").default(false))
    .action((options: DoctorOptions) => run(async () => (await import("./doctor.run.ts")).doctorCommand(options)));
}
