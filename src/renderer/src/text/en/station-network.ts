/** Why another computer cannot be reached, as the station ends a sentence with it. Each is word for word what the station sends, with placeholders. */
export const stationNetwork = {
  network: {
    refused: "nothing answers at {host}, port {port}; check the address, and whether the program there is running",
    nameUnknown:
      "the name {host} cannot be looked up; check how it is written, and whether this computer has a network",
    noWay: "there is no way to {host}; check the network of this computer",
    silent: "{host} does not answer; check whether it is switched on and in this network",
    closed: "{host} closed the connection before it had answered",
    certificateExpired: "the certificate of {host} has expired; it has to be renewed there",
    certificateOther: "the certificate there is not for {host}; check the address",
    certificateUntrusted: "the certificate of {host} is signed by an authority that this computer does not trust",
    otherPort: "port {port} belongs to another kind of service; choose another port there",
    notEncrypted:
      "no encrypted connection with {host}, port {port} came about; check whether that port is encrypted ({code})",
    unknown: "the network reported a fault that is not known here ({code})",
  },
  services: {
    notReached: "cannot be reached: {reason}",
    noToken: "gives no token: {reason}",
    noTokenInAnswer: "gives no token: its answer has none",
    tokenRefused: "does not accept the token (401)",
    scopeForbidden: "does not permit this scope (403)",
    regionTooLarge: "finds the region too large (413)",
    status: "answers with status {status}",
    tooLong: "answers with more than {n} bytes",
    notJson: "answers with something else than JSON",
    silent: "does not answer in time",
  },
} as const;
