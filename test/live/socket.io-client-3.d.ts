/** The package's types are not where an `import` finds them; those that the tests use are the same in version 4. */
declare module "socket.io-client-3" {
  export { io } from "socket.io-client";
}
