/** `no_driver`: no port of this system can be used at all. */
export type SerialPortFailureCode = "no_permission" | "no_such_port" | "port_in_use" | "no_driver" | "unusable";

/** Why a port cannot be used, in one sentence for the user, with the remedy of this system. */
export class SerialPortFailure extends Error {
  override readonly name = "SerialPortFailure";
  readonly code: SerialPortFailureCode;

  constructor(code: SerialPortFailureCode, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.code = code;
  }
}

/** What to do about a port that may not be opened, per system. */
const PERMISSION_REMEDIES: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'on Linux, add the user to the group "dialout" (sudo usermod -aG dialout $USER) and sign in again.',
  darwin: "on macOS, close other programs that use it, and open the port whose name begins with /dev/cu.",
};

/** The failure to open a port; the binding reports the system's errors as text only. */
export function openFailureOf(
  path: string,
  error: unknown,
  platform: NodeJS.Platform = process.platform,
): SerialPortFailure {
  const text = (error instanceof Error ? error.message : String(error)).trim();
  const failure = (code: SerialPortFailureCode, sentence: string) =>
    new SerialPortFailure(code, sentence, { cause: error });
  if (/no such file|file not found|unknown error code 31/i.test(text)) {
    const driver = platform === "win32" ? " Boards with a CP210x or CH340 need the driver of its maker." : "";
    return failure("no_such_port", `There is no port ${path}; is the device plugged in?${driver}`);
  }
  if (/lock|busy|access denied/i.test(text)) {
    return failure("port_in_use", `The port ${path} is in use by another program.`);
  }
  if (/permission denied/i.test(text)) {
    const remedy = PERMISSION_REMEDIES[platform] ?? "ask the administrator of this computer.";
    return failure("no_permission", `The port ${path} may not be opened by this user; ${remedy}`);
  }
  return failure("unusable", `The port ${path} cannot be opened: ${text === "" ? "no reason was given." : text}`);
}
