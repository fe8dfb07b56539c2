import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const config = readFileSync(join(root, "electron-builder.yml"), "utf8");

/** Where the package for Debian puts a file of the project, by fpm's notation. */
function installed(): { readonly from: string; readonly to: string } {
  const [, from, to] = /^ {2}fpm: \[([^=\]]+)=([^\]]+)\]$/m.exec(config) ?? [];
  if (from === undefined || to === undefined) throw new Error("electron-builder.yml installs no file by fpm");
  return { from, to };
}

type Rule = readonly { readonly key: string; readonly operator: string; readonly value: string }[];

/** The rules of a file; throws at what udev would not read. */
function rulesOf(text: string): readonly Rule[] {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) =>
    line.split(", ").map((part) => {
      const [, key, operator, value] = /^([A-Z]+(?:\{\w+\})?)(==|!=|\+=|:=|=)"([^"]*)"$/.exec(part) ?? [];
      if (key === undefined || operator === undefined || value === undefined) throw new Error(`not a rule: ${line}`);
      return { key, operator, value };
    }),
  );
}

describe("the rules for serial ports on Linux", () => {
  const { from, to } = installed();
  const path = join(root, from);
  const rules = rulesOf(readFileSync(path, "utf8"));
  const written = (rule: Rule) => rule.map(({ key, operator, value }) => `${key}${operator}"${value}"`);
  const assigning = (assignment: string) => rules.map(written).filter((rule) => rule.includes(assignment));

  it("are installed where udev reads them, under a number before the rights are set", () => {
    expect(existsSync(path)).toBe(true);
    expect(to).toBe(`/usr/lib/udev/rules.d/${basename(from)}`);
    expect(Number.parseInt(basename(to), 10)).toBeLessThan(73);
  });

  it("give the person at the computer every USB serial port, and no other", () => {
    const [rule, ...more] = assigning('TAG+="uaccess"');
    expect(more).toEqual([]);
    expect(rule).toEqual([
      'SUBSYSTEM=="tty"',
      'SUBSYSTEMS=="usb"',
      'KERNEL=="ttyACM[0-9]*|ttyUSB[0-9]*"',
      'TAG+="uaccess"',
    ]);
  });

  it("keep ModemManager from boards of Espressif only: other ports may have a modem", () => {
    expect(assigning('ENV{ID_MM_DEVICE_IGNORE}="1"')).toEqual([
      ['SUBSYSTEM=="usb"', 'ENV{DEVTYPE}=="usb_device"', 'ATTR{idVendor}=="303a"', 'ENV{ID_MM_DEVICE_IGNORE}="1"'],
    ]);
    expect(assigning('ENV{ID_MM_PORT_IGNORE}="1"')[0]).toContain('ATTRS{idVendor}=="303a"');
  });

  it("leave a label that is jumped to", () => {
    const all = rules.map(written).flat();
    expect(all).toContain('GOTO="fieldstation_end"');
    expect(all).toContain('LABEL="fieldstation_end"');
  });

  const hasVerify = spawnSync("udevadm", ["verify", "--help"]).status === 0;
  it.skipIf(!hasVerify)("are what udev itself accepts", () => {
    expect(spawnSync("udevadm", ["verify", "--resolve-names=never", path]).status).toBe(0);
  });
});
