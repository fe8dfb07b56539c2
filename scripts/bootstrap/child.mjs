import { spawn } from "node:child_process";
import os from "node:os";
import { root } from "./paths.mjs";
import { duration, print } from "./output.mjs";

const HEARTBEAT_MS = 15_000;
const PARENT_CHECK_MS = 250;

/**
 * @typedef {object} Finished
 * @property {number} code exit code; 128 + signal number where a signal ended it, 127 where it could not start
 * @property {string} output stdout and stderr as they came
 * @property {number} ms
 */

/**
 * Runs a command to its end and returns its output. A long one prints every 15 seconds that it is still running.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, timeoutMs?: number, title?: string, shell?: boolean }} [options]
 * @returns {Promise<Finished>}
 */
export function capture(command, args, options = {}) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: options.env ?? process.env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: options.timeoutMs,
      shell: options.shell ?? false,
    });
    let output = "";
    const append = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
    };
    child.stdout.on("data", append);
    child.stderr.on("data", append);
    const stop = options.title === undefined ? () => undefined : startHeartbeat(options.title);
    const finish = (/** @type {number} */ code) => {
      stop();
      resolve({ code, output, ms: Date.now() - started });
    };
    child.once("error", (error) => {
      output += `${error.message}\n`;
      finish(127);
    });
    child.once("close", (code, signal) => finish(exitCode(code, signal)));
  });
}

/**
 * Prints every 15 seconds that something long is still running, until the returned function is called.
 * @param {string} title
 */
export function startHeartbeat(title) {
  const started = Date.now();
  const timer = setInterval(
    () => print(`  ${title}: still going after ${duration(Date.now() - started)}`),
    HEARTBEAT_MS,
  );
  return () => clearInterval(timer);
}

/**
 * Starts a command that takes over the terminal, and forwards the signals that end this process to it.
 *
 * Ctrl+C in a terminal reaches the whole process group, so the child already has it: forwarding it as well would
 * be a second Ctrl+C. Without a terminal only this process gets the signal, and forwards it. npm sends SIGTERM to the shell between
 * it and this process, and the shell ends without forwarding it: so a parent that is gone counts as SIGTERM.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, stdio?: import("node:child_process").StdioOptions }} [options]
 */
export function runAttached(command, args, options = {}) {
  const parent = process.ppid;
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    child.kill(signal);
  };
  // Before the child runs: a signal in between would end this process and leave the child behind.
  for (const signal of signals) process.on(signal, forward);
  const child = spawn(command, args, { cwd: root, env: options.env ?? process.env, stdio: options.stdio ?? "inherit" });
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill("SIGTERM");
  }, PARENT_CHECK_MS);
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    const finish = (/** @type {number} */ code) => {
      for (const signal of signals) process.off(signal, forward);
      clearInterval(watch);
      resolve(code);
    };
    child.once("error", (error) => {
      print(`${command} did not start: ${error.message}`);
      finish(127);
    });
    child.once("close", (code, signal) => finish(exitCode(code, signal)));
  });
  return { child, ended };
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
function exitCode(code, signal) {
  if (code !== null) return code;
  return 128 + (signal === null ? 0 : (os.constants.signals[signal] ?? 0));
}
