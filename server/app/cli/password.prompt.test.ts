import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { promptKnownPassword, promptNewPassphrase, promptNewPassword, promptPassphrase } from "./password.prompt.ts";

let asked: string[];
let echoed: string;
beforeEach(() => {
  asked = [];
  echoed = "";
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A terminal at which a person answers each question with a line; without answers there is no terminal (a pipe). */
function typing(...answers: readonly string[]): void {
  const input = Object.assign(new PassThrough(), { isTTY: answers.length > 0 });
  const lines = [...answers];
  vi.spyOn(process, "stdin", "get").mockReturnValue(input as never);
  vi.spyOn(process.stdout, "write").mockImplementation((text) => ((echoed += String(text)), true));
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    echoed += String(text);
    if (text === "\n") return true;
    asked.push(String(text));
    process.nextTick(() => input.write(`${lines.shift() ?? ""}\n`));
    return true;
  });
}

describe("a password for a new account", () => {
  it("is the one that was given, and there is no prompt", async () => {
    typing("typed");
    expect([await promptNewPassword("given"), asked]).toEqual(["given", []]);
  });

  it("is typed twice, and never shown", async () => {
    typing("s3cret words", "s3cret words");
    expect(await promptNewPassword(undefined)).toBe("s3cret words");
    expect(asked).toEqual(["Password (empty: one is generated): ", "The same again: "]);
    expect(echoed).not.toContain("s3cret");
  });

  it("is refused where it is typed in two ways", async () => {
    typing("one", "another");
    await expect(promptNewPassword("")).rejects.toThrow("The two passwords differ.");
  });

  it("is generated where nothing is typed, and where there is no terminal", async () => {
    typing("");
    expect(await promptNewPassword(undefined)).toBeUndefined();
    expect(asked).toHaveLength(1);
    vi.restoreAllMocks();
    typing();
    expect(await promptNewPassword(undefined)).toBeUndefined();
    expect(asked).toHaveLength(1);
  });
});

describe("the password of an account that is there", () => {
  it("is the one that was given, or typed once", async () => {
    typing("typed");
    expect([await promptKnownPassword("given"), await promptKnownPassword(undefined)]).toEqual(["given", "typed"]);
    expect(asked).toEqual(["Password: "]);
  });

  it("is requested by a sentence that names the other ways to give it", async () => {
    const sentence = "Give the password of the account with --password, or in STATION_PASSWORD.";
    typing();
    await expect(promptKnownPassword(undefined)).rejects.toThrow(sentence);
    vi.restoreAllMocks();
    typing("");
    await expect(promptKnownPassword("")).rejects.toThrow(sentence);
  });
});

describe("the passphrase of a backup", () => {
  const LONG = "four words are enough";

  it("stands in the environment, and is not asked for again", async () => {
    vi.stubEnv("STATION_BACKUP_PASSPHRASE", LONG);
    typing("typed");
    expect([await promptPassphrase(), await promptNewPassphrase(), asked]).toEqual([LONG, LONG, []]);
  });

  it("is typed once to open one, and twice to make one", async () => {
    vi.stubEnv("STATION_BACKUP_PASSPHRASE", "");
    typing(LONG, LONG, LONG);
    expect([await promptPassphrase(), await promptNewPassphrase()]).toEqual([LONG, LONG]);
    expect(asked).toEqual(["Passphrase of the backup: ", "Passphrase of the backup: ", "The same again: "]);
    expect(echoed).not.toContain("four");
  });

  it("is refused where it is short, typed in two ways, or missing", async () => {
    vi.stubEnv("STATION_BACKUP_PASSPHRASE", undefined);
    typing("short", LONG, `${LONG}.`, "");
    await expect(promptNewPassphrase()).rejects.toThrow(
      /^A passphrase has at least \d+ characters: a file can be tried/,
    );
    await expect(promptNewPassphrase()).rejects.toThrow("The two passphrases differ.");
    const missing = "type its passphrase, put it in STATION_BACKUP_PASSPHRASE, or give --identity.";
    await expect(promptPassphrase()).rejects.toThrow(missing);
    vi.restoreAllMocks();
    typing();
    await expect(promptPassphrase()).rejects.toThrow(missing);
  });
});
