export const stationNetwork = {
  network: {
    refused: "an {host}, Port {port}, antwortet nichts; prüfen Sie die Adresse und ob das Programm dort läuft",
    nameUnknown:
      "der Name {host} kann nicht aufgelöst werden; prüfen Sie die Schreibweise und ob dieser Rechner ein Netz hat",
    noWay: "es gibt keinen Weg zu {host}; prüfen Sie das Netz dieses Rechners",
    silent: "{host} antwortet nicht; prüfen Sie, ob der Rechner eingeschaltet und in diesem Netz ist",
    closed: "{host} hat die Verbindung beendet, bevor eine Antwort da war",
    certificateExpired: "das Zertifikat von {host} ist abgelaufen; es muss dort erneuert werden",
    certificateOther: "das Zertifikat dort gilt nicht für {host}; prüfen Sie die Adresse",
    certificateUntrusted:
      "das Zertifikat von {host} ist von einer Stelle unterschrieben, der dieser Rechner nicht vertraut",
    otherPort: "Port {port} gehört zu einem Dienst anderer Art; wählen Sie dort einen anderen Port",
    notEncrypted:
      "eine verschlüsselte Verbindung mit {host}, Port {port}, kam nicht zustande; prüfen Sie, ob dieser Port verschlüsselt ist ({code})",
    unknown: "das Netz meldete einen Fehler, der hier nicht bekannt ist ({code})",
  },
  services: {
    notReached: "nicht erreichbar: {reason}",
    noToken: "gibt kein Token aus: {reason}",
    noTokenInAnswer: "gibt kein Token aus: In der Antwort ist keines",
    tokenRefused: "nimmt das Token nicht an (401)",
    scopeForbidden: "erlaubt diesen Umfang nicht (403)",
    regionTooLarge: "findet die Region zu groß (413)",
    status: "antwortet mit Status {status}",
    tooLong: "antwortet mit mehr als {n} Bytes",
    notJson: "antwortet mit etwas anderem als JSON",
    silent: "hat nicht rechtzeitig geantwortet",
  },
};
