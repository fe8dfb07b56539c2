/** The package has types, but not where an `import` finds them; what the tests use is as in version 4. */
declare module "socket.io-client-3" {
  export { io } from "socket.io-client";
}
