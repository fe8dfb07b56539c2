export const stationNetwork = {
  network: {
    refused: "na {host}, port {port}, nic neodpovídá; zkontrolujte adresu a zda tam program běží",
    nameUnknown: "jméno {host} nelze vyhledat; zkontrolujte, jak je napsáno a zda má tento počítač síť",
    noWay: "k {host} nevede žádná cesta; zkontrolujte síť tohoto počítače",
    silent: "{host} neodpovídá; zkontrolujte, zda je zapnutý a v této síti",
    closed: "{host} ukončil spojení, než odpověděl",
    certificateExpired: "platnost certifikátu {host} skončila; musí se obnovit tam",
    certificateOther: "certifikát tam není pro {host}; zkontrolujte adresu",
    certificateUntrusted: "certifikát {host} podepsala autorita, které tento počítač nedůvěřuje",
    otherPort: "port {port} patří službě jiného druhu; zvolte tam jiný port",
    notEncrypted:
      "šifrované spojení s {host}, port {port}, nevzniklo; zkontrolujte, zda je ten port šifrovaný ({code})",
    unknown: "síť ohlásila závadu, která tu není známa ({code})",
  },
  services: {
    notReached: "není dosažitelná: {reason}",
    noToken: "nevydala token: {reason}",
    noTokenInAnswer: "nevydala token: v odpovědi žádný není",
    tokenRefused: "token nepřijímá (401)",
    scopeForbidden: "tento rozsah nepovoluje (403)",
    regionTooLarge: "oblast je pro ni příliš velká (413)",
    status: "odpovídá stavem {status}",
    tooLong: "odpovídá více než {n} bajty",
    notJson: "odpovídá něčím jiným než JSON",
    silent: "neodpověděla včas",
  },
};
