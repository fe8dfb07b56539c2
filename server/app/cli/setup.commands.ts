import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import type { CommandOptions } from "./command-options.ts";
import type { BatchOptions } from "./setup.batch.run.ts";
import type { ApplyOptions, CheckOptions, SetupOptions } from "./setup.run.ts";

const commands = () => import("./setup.run.ts");

/** The commands `setup …`: Remote ID devices at a serial port of this computer, or with `--url` of the station's. */
export function addSetupCommands(program: Command, shared: CommandOptions): void {
  const { option, dataOption, spatialiteOption, urlOption, tokenOption, logOption, run } = shared;
  const parent = program.command("setup").description("Set up a Remote ID device over USB.");
  const setup = (words: string, about: string) =>
    parent
      .command(words)
      .description(about)
      .addOption(urlOption())
      .addOption(tokenOption())
      .addOption(dataOption())
      .addOption(spatialiteOption())
      .addOption(logOption("warn"))
      .addOption(
        option("--baud-rate <number>", "SETUP_BAUD_RATE", "baud rate to try first").argParser(positive("A baud rate")),
      )
      .addOption(
        option("--repair-crlf", "SETUP_REPAIR_CRLF", "undo what a console did to line feeds in binary frames").default(
          false,
        ),
      )
      .addOption(option("--json", "JSON", "one JSON object").default(false));
  const atPort = (words: string, about: string) =>
    setup(words, about).addOption(
      option("--port <path>", "SETUP_PORT", "the serial port, such as /dev/ttyACM0 or COM3").makeOptionMandatory(),
    );

  atPort("identify", "Say what the device is; nothing is written to it.").action((options: SetupOptions) =>
    run(async () => (await commands()).setupIdentifyCommand(options)),
  );
  atPort("dump", "Read all settings, without secrets; `apply` takes what it prints with --json.").action(
    (options: SetupOptions) => run(async () => (await commands()).setupDumpCommand(options)),
  );
  writing(atPort("apply <file>", "Show what would change to {values, uas_id?} of a file; --yes writes it."), option)
    .addOption(
      option(
        "--confirm <text>",
        "SETUP_CONFIRM",
        "the text that a dangerous change asks for; --yes never stands for it",
      ),
    )
    .addOption(
      option(
        "--allow-permanent-lock",
        "SETUP_ALLOW_PERMANENT_LOCK",
        "permit LOCK_LEVEL 2, which burns fuses of the module and can never be undone",
      ).default(false),
    )
    .action((file: string, options: ApplyOptions) =>
      run(async () => (await commands()).setupApplyCommand(resolve(file), options)),
    );
  atPort("check", "Ask the device whether it is ready to fly; exits with 0 when it is.")
    .addOption(option("--latitude <degrees>", "SETUP_LATITUDE", "where the operator stands").argParser(degrees(90)))
    .addOption(option("--longitude <degrees>", "SETUP_LONGITUDE", "where the operator stands").argParser(degrees(180)))
    .addOption(option("--operator-id <id>", "SETUP_OPERATOR_ID", "operator id to send to the device"))
    .addOption(
      option("--seconds <number>", "SETUP_SECONDS", "how long to wait until it is ready")
        .default(30)
        .argParser(positive("A time")),
    )
    .action((options: CheckOptions) => run(async () => (await commands()).setupCheckCommand(options)));
  writing(
    setup(
      "batch [file]",
      "Set up device after device as they are plugged in, each serial number once; Ctrl C ends it.",
    ),
    option,
  )
    .addOption(
      option(
        "--port <path>",
        "SETUP_PORTS",
        "ports to watch, repeatable; without it every port that appears from now on",
      )
        .default([])
        .argParser((text: string, before: readonly string[]) => [...before, text]),
    )
    .addOption(
      option("--configuration-set", "SETUP_CONFIGURATION_SET", "the set of each paired device, not a file").default(
        false,
      ),
    )
    .addOption(
      option(
        "--output <file>",
        "OUTPUT",
        "the result list, written after every device: .csv, .json or .html",
      ).argParser((text) => resolve(text)),
    )
    .addOption(
      option("--count <number>", "SETUP_COUNT", "end after that many devices").argParser(
        positive("A number of devices"),
      ),
    )
    .action((file: string | undefined, options: BatchOptions) =>
      run(async () =>
        (await import("./setup.batch.run.ts")).setupBatchCommand(
          file === undefined ? undefined : resolve(file),
          options,
        ),
      ),
    );
}

function writing(command: Command, option: CommandOptions["option"]): Command {
  return command
    .addOption(option("--yes", "SETUP_YES", "write; without it nothing is written").default(false))
    .addOption(
      option("--key-file <file>", "SETUP_KEY_FILE", "file with the key of a locked device, base64").argParser((text) =>
        resolve(text),
      ),
    );
}

function positive(what: string) {
  return (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError(`${what} is a whole number from 1 up.`);
    return value;
  };
}

function degrees(max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (text.trim() === "" || !(Math.abs(value) <= max)) {
      throw new InvalidArgumentError(`Degrees from -${max} to ${max}.`);
    }
    return value;
  };
}
