import { resolve } from "node:path";
import type { Command } from "commander";
import type { CommandOptions } from "./command-options.ts";
import { DEFAULT_HOST, DEFAULT_PORT } from "../station/config.ts";
import { parseAddress, parseHostName, parseList, parseOrigin, parsePort, parseSyslogTarget } from "./option-values.ts";
import { addLimitOptions } from "./serve.limits.ts";
import type { ServeOptions } from "./serve.run.ts";

/** The command `serve`: the whole server. */
export function addServeCommand(
  program: Command,
  { option, dataOption, spatialiteOption, logOption, run }: CommandOptions,
): void {
  const serve = program
    .command("serve")
    .description("Run the whole server; the first line of standard output is one JSON object with its address.")
    .addOption(dataOption())
    .addOption(option("--port <number>", "PORT", "port; 0 takes a free one").default(DEFAULT_PORT).argParser(parsePort))
    .addOption(
      option("--host <address>", "HOST", "address to listen on; others than loopback need an account").default(
        DEFAULT_HOST,
      ),
    )
    .addOption(
      option("--base-url <url>", "BASE_URL", "address by which others reach it, where that is another").argParser(
        parseOrigin,
      ),
    )
    .addOption(
      option("--allow-host <name>", "ALLOW_HOST", "a further name it may be called by; repeatable, or a comma list")
        .default([])
        .argParser(parseList(parseHostName)),
    )
    .addOption(
      option("--allow-origin <origin>", "ALLOW_ORIGIN", "pages that may use the API; repeatable, or a comma list")
        .default([])
        .argParser(parseList(parseOrigin)),
    )
    .addOption(option("--demo", "DEMO", "a simulated picture, in a recording of its own").default(false))
    .addOption(
      option(
        "--local-operator",
        "LOCAL_OPERATOR",
        "callers on this computer need no credential (always so with --demo)",
      ),
    )
    .addOption(
      option(
        "--registration <who>",
        "REGISTRATION",
        "whether people may register without an administrator, once there is an account",
      ).choices(["open", "closed"]),
    )
    .addOption(option("--test-client", "TEST_CLIENT", "offer the client service-integration-test").default(false))
    .addOption(
      option("--metrics", "METRICS", "metrics for Prometheus at /station/v1/metrics, for administrators").default(
        false,
      ),
    )
    .addOption(
      option(
        "--syslog <address>",
        "SYSLOG",
        "send the audit log there as well (RFC 5424): tls://host, tcp://host or udp://host, with a port or without",
      ).argParser(parseSyslogTarget),
    )
    .addOption(
      option("--syslog-ca <file>", "SYSLOG_CA", "certificates (PEM) that the receiver's must stem from").argParser(
        (text) => resolve(text),
      ),
    )
    .addOption(
      option("--auth-url <url>", "AUTH_URL", "an outside identity provider to trust as well").argParser(parseAddress),
    )
    .addOption(
      option("--auth-audience <text>", "AUTH_AUDIENCE", "audience that its tokens must name, instead of this program"),
    )
    .addOption(
      option(
        "--auth-admin <person>",
        "AUTH_ADMIN",
        "administers the station: verified e-mail address or subject; repeatable, or a comma list",
      )
        .default([])
        .argParser(parseList((text) => text)),
    )
    .addOption(
      option("--elevation-dir <dir>", "ELEVATION_DIR", "folder of SRTM tiles (N43E007.hgt, also zipped)").argParser(
        (text) => resolve(text),
      ),
    )
    .addOption(
      option("--elevation-url <url>", "ELEVATION_URL", "elevation service in the shape of Open-Elevation").argParser(
        parseAddress,
      ),
    )
    .addOption(option("--renderer <dir>", "RENDERER", "the built console").argParser((text) => resolve(text)))
    .addOption(spatialiteOption())
    .addOption(logOption("info"))
    .action((options: ServeOptions) => run(async () => (await import("./serve.run.ts")).serveCommand(options)));
  addLimitOptions(serve, option);
}
