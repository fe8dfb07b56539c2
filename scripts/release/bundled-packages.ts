/**
 * Packages that every start of a station loads: they are bundled into the program. Finding and reading their five hundred
 * files in node_modules took a quarter of the processor time of a start. Packages with native parts, or which start threads
 * from files of their own, stay outside.
 */
export const BUNDLED_PACKAGES: readonly string[] = [
  "@fastify/busboy",
  "@foxglove/ulog",
  "commander",
  "express",
  "helmet",
  "jose",
  "openid-client",
  "otpauth",
  "prom-client",
  "rate-limiter-flexible",
  "socket.io",
  "socket.io-client",
  "socket.io-parser",
  "uuid",
  "zod",
];
