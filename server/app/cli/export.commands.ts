import { resolve } from "node:path";
import type { Command } from "commander";
import type { CommandOptions } from "./command-options.ts";
import type { ExportOptions } from "./export.run.ts";
import { EXPORT_FORMATS } from "./export.formats.ts";
import { parseMoment } from "./option-values.ts";

/** The command `export`. */
export function addExportCommand(program: Command, options: CommandOptions): void {
  const { option, dataOption, spatialiteOption, urlOption, tokenOption, logOption, run } = options;
  program
    .command("export")
    .description("Write what the API would answer for one operation, or a GeoPackage of some or all of them.")
    .addOption(option("--operation <id>", "OPERATION", "operation or suboperation"))
    .addOption(option("--format <format>", "FORMAT", "representation").choices(EXPORT_FORMATS).default("gpx"))
    .addOption(
      option("--record <kind>", "RECORD", "whose telemetry; gpkg has that of aircraft and operators")
        .choices(["ua", "operator", "system"])
        .default("ua"),
    )
    .addOption(
      option("--from <time>", "FROM", "gpkg: only records from then on, with its offset").argParser(parseMoment),
    )
    .addOption(option("--to <time>", "TO", "gpkg: only records until then, with its offset").argParser(parseMoment))
    .addOption(
      option("--bbox <box>", "BBOX", "gpkg: lon_min,lat_min,lon_max,lat_max: whole operations with a point inside"),
    )
    .addOption(option("--sensor <id>", "EXPORT_SENSOR", "gpkg: only operations that this sensor received"))
    .addOption(option("--search <text>", "EXPORT_SEARCH", "gpkg: only operations that match, as in the log"))
    .addOption(option("--all", "EXPORT_ALL", "gpkg: everything").default(false))
    .addOption(
      option("--output <file>", "OUTPUT", "file to write; standard output without it, except for gpkg").argParser(
        (text) => resolve(text),
      ),
    )
    .addOption(
      option("--json", "JSON", "one JSON object as the summary; on standard error without --output").default(false),
    )
    .addOption(urlOption())
    .addOption(tokenOption())
    .addOption(dataOption())
    .addOption(spatialiteOption())
    .addOption(logOption("warn"))
    .action((given: ExportOptions) => run(async () => (await import("./export.run.ts")).exportCommand(given)));
}
