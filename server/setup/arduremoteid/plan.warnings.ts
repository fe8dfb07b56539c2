import type { SetupUasId } from "../../contracts/setup.ts";
import { isCta2063Serial } from "../../contracts/serial-number.ts";
import { hasOption, MODULE_BAUD_RATES, OPTION_ALWAYS_READY } from "./parameters.ts";

const SERIAL_NUMBER_TYPE = 1;

/** Warnings about values that are permitted but unusual, as sentences. */
export function warningsOf({
  accepted,
  left,
  uasId,
}: {
  readonly accepted: ReadonlyMap<string, number>;
  /** Settings of a snapshot or a configuration set that are not written. */
  readonly left: readonly string[];
  readonly uasId: SetupUasId | undefined;
}): readonly string[] {
  const warnings: string[] = [];
  const add = (isTrue: boolean, sentence: string) => {
    if (isTrue) warnings.push(sentence);
  };
  const baudRate = accepted.get("BAUDRATE");
  add(
    hasOption(accepted.get("OPTIONS"), OPTION_ALWAYS_READY),
    "With OPTIONS 1 the module always reports that it is ready to fly, whatever it misses.",
  );
  add(accepted.get("LOCK_LEVEL") === -1, "With LOCK_LEVEL -1 the module accepts firmware without a signature.");
  add(
    baudRate !== undefined && !MODULE_BAUD_RATES.includes(baudRate),
    `At ${baudRate} baud the module is not found by itself any more: note the rate down.`,
  );
  add(
    accepted.get("UAS_TYPE") === 0 || accepted.get("UAS_ID_TYPE") === 0,
    "With UAS_TYPE or UAS_ID_TYPE 0 the module stores the next UAS id that it receives.",
  );
  add(left.length > 0, `Not written, because the module does not have it or it is not known: ${left.join(", ")}.`);
  if (uasId !== undefined) {
    add(
      uasId.id_type === SERIAL_NUMBER_TYPE && !isCta2063Serial(uasId.id),
      `${uasId.id} is not a serial number in the form of ANSI/CTA-2063-A.`,
    );
    add(
      true,
      "Disconnect a flight controller from the module's other port: the module stores the last UAS id that it received, from either.",
    );
  }
  return warnings;
}
