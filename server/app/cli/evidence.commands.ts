import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { EVIDENCE_FORMATS, type EvidenceFormat } from "../../contracts/evidence.ts";
import type { CommandOptions } from "./command-options.ts";
import type { EvidenceOptions, VerifyOptions } from "./evidence.run.ts";
import { parseList, parseMoment } from "./option-values.ts";

/** The commands `evidence …` and `evidence verify FILE`. */
export function addEvidenceCommands(program: Command, options: CommandOptions): void {
  const { option, dataOption, spatialiteOption, urlOption, tokenOption, logOption, run } = options;
  const json = () => option("--json", "JSON", "one JSON object as the summary").default(false);
  const commands = () => import("./evidence.run.ts");
  const evidence = program.command("evidence").description("Make an evidence pack, or verify one.");

  evidence
    .command("make", { isDefault: true })
    .description("Write an evidence pack of a stretch of time, a place or some operations.")
    .addOption(option("--title <text>", "EVIDENCE_TITLE", "what it is about").makeOptionMandatory())
    .addOption(option("--from <time>", "FROM", "start, with its offset").argParser(parseMoment))
    .addOption(option("--to <time>", "TO", "end, with its offset").argParser(parseMoment))
    .addOption(option("--bbox <box>", "BBOX", "lon_min,lat_min,lon_max,lat_max: whole operations with a point inside"))
    .addOption(
      option("--operation <id>", "OPERATION", "only this one; may be repeated")
        .default([])
        .argParser(parseList((text) => text)),
    )
    .addOption(
      option("--format <format>", "FORMAT", `of the telemetry: ${EVIDENCE_FORMATS.join(", ")}; may be repeated`)
        .default(["ndjson"])
        .argParser(formats),
    )
    .addOption(option("--without-alerts", "WITHOUT_ALERTS", "leave out alerts and notes").default(false))
    .addOption(option("--with-raw", "WITH_RAW", "with the frames that were kept as they were received").default(false))
    .addOption(option("--user <email>", "USER", "who makes it; who administers the station by default"))
    .addOption(
      option("--output <file>", "OUTPUT", "file to write; standard output without it").argParser((text) =>
        resolve(text),
      ),
    )
    .addOption(json())
    .addOption(urlOption())
    .addOption(tokenOption())
    .addOption(dataOption())
    .addOption(spatialiteOption())
    .addOption(logOption("warn"))
    .action((given: EvidenceOptions) => run(async () => (await commands()).evidenceCommand(given)));

  evidence
    .command("verify")
    .description(
      "Say whether a pack was changed. Exit codes: 0 it was not, 1 it was, 2 it is signed with another key than the one named, 3 it cannot be read.",
    )
    .argument("<file>", "the pack")
    .addOption(
      option("--key <file>", "EVIDENCE_KEY", "the public key of the station, PEM: evidence_key of /station/v1/info"),
    )
    .addOption(json())
    .action((file: string, given: VerifyOptions) =>
      run(async () => (await commands()).verifyCommand(resolve(file), given)),
    );
}

/** The first one replaces the default. */
function formats(text: string, before: readonly EvidenceFormat[]): readonly EvidenceFormat[] {
  const found = text.split(",").map((one) => {
    const format = EVIDENCE_FORMATS.find((known) => known === one.trim());
    if (format === undefined) throw new InvalidArgumentError(`Formats are ${EVIDENCE_FORMATS.join(", ")}.`);
    return format;
  });
  const isDefault = before.length === 1 && before[0] === "ndjson";
  return [...(isDefault ? [] : before), ...found];
}
