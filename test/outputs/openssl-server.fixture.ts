import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../support/free-port.ts";

export type OpensslServer = {
  readonly port: number;
  /** What it printed: what it knows of each client, and every byte that a client sent. */
  readonly printed: () => string;
  /** The events of all clients, in the order of their arrival. */
  readonly events: () => readonly string[];
  readonly close: () => Promise<void>;
};

/** `openssl s_server` as a TAK server: it takes clients only with a certificate of the authority, and says why not. */
export async function startOpensslServer(
  { cert, key }: { readonly cert: string; readonly key: string },
  ca: string,
): Promise<OpensslServer> {
  const folder = mkdtempSync(join(tmpdir(), "openssl-server-"));
  const port = await findFreePort();
  for (const [name, text] of Object.entries({ cert, key, ca }))
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  const program = spawn(
    "openssl",
    `s_server -accept 127.0.0.1:${port} -cert cert -key key -CAfile ca -Verify 2 -verify_return_error`.split(" "),
    { cwd: folder, stdio: ["pipe", "pipe", "pipe"] },
  );
  let printed = "";
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
  }
  while (!printed.includes("ACCEPT")) {
    await Promise.race([once(program.stdout, "data"), once(program, "exit")]);
    if (program.exitCode !== null) throw new Error(`openssl s_server did not start: ${printed}`);
  }
  return {
    port,
    printed: () => printed,
    events: () => printed.match(/<event .*?<\/event>/g) ?? [],
    async close() {
      if (program.exitCode === null && program.signalCode === null) {
        const ended = once(program, "exit");
        program.kill("SIGTERM");
        await ended;
      }
      rmSync(folder, { recursive: true });
    },
  };
}
