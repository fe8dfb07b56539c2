export const stationStart = {
  otherProgram: "Unter {url} antwortet ein anderes Programm.",
  portTaken: "Port {port} wird von einem anderen Programm benutzt, deshalb antwortet diese Station auf Port {free}.",
  noFreePort: "Auf diesem Rechner ist kein Port für die Station frei.",
  noAnswerInTime: "Die Station hat nicht rechtzeitig geantwortet.",
  endedWithCode: "Die Station endete unerwartet (Code {code}).",
  portInUse: "Port {port} auf {host} wird von einem anderen Programm benutzt; wählen Sie einen anderen mit --port.",
  folderInUse:
    "Das Datenverzeichnis {folder} wird von einer anderen Station benutzt; beenden Sie diese, oder wählen Sie ein anderes.",
  recordingNotOpened: "Die Aufzeichnung in {folder} ist beschädigt und kann nicht geöffnet werden.",
  putBack:
    "Spielen Sie mit `station restore FILE {data}` eine Sicherung zurück, oder kopieren Sie mit `station salvage FILE {folder}` in eine neue Datei, was noch lesbar ist.",
  recordingEmpty: "Die Aufzeichnung {file} ist leer.",
  recordingGone: "Die Aufzeichnung {file} ist verschwunden.",
  recordingGoneBeside: "Die Aufzeichnung {file} ist verschwunden, obwohl {others} da sind.",
  otherFolder: "Wählen Sie für eine neue Station ein anderes Verzeichnis.",
  recordingHoldsNothing: "Die Aufzeichnung {file} enthält nichts.",
  diskFull: "Die Platte von {folder} ist voll: Geben Sie dort Platz frei, und starten Sie dann noch einmal.",
  notWritable:
    "Dieser Benutzer darf {folder} nicht schreiben: Geben Sie das Verzeichnis dem Benutzer, unter dem die Station läuft (chown, chmod 700), oder wählen Sie mit --data ein anderes.",
  readOnlyDisk:
    "Die Platte von {folder} ist nur lesbar eingehängt: Hängen Sie sie zum Schreiben ein (eine ausfallende Platte stellt das System oft auf nur lesbar), oder wählen Sie mit --data ein anderes Verzeichnis.",
  notOpened:
    "Die Aufzeichnung in {folder} kann nicht geöffnet werden: Sie gehört einem anderen Benutzer, oder ihre Platte ist weg.",
  giveToUser:
    "Geben Sie sie dem Benutzer, unter dem die Station läuft, oder wählen Sie mit --data ein anderes Verzeichnis.",
  notADatabase: "Die Datenbankdatei ist beschädigt oder keine Datenbank.",
  keychainOpens: "Der Schlüsselbund gibt den Schlüssel dieser Station nicht heraus: {reason}.",
  keychainUnlock: "Entsperren Sie ihn, und starten Sie dann noch einmal.",
  keychainNoKey: "Der Schlüsselbund hat den Schlüssel dieser Station nicht mehr.",
  keychainNewKey:
    "Ein neuer, mit dem sich alle neu anmelden, entsteht, wenn Sie die Datei {file} aus dem Datenverzeichnis entfernen.",
  twoKeys:
    "Der Ordner {folder} hat einen Schlüssel und sagt, dass ein anderer im Schlüsselbund ist: Entfernen Sie {one}, um jenen zu verwenden, oder {other} für die Datei.",
  lossless: "er gibt nicht zurück, was gespeichert wurde",
  noSpatialite: "SpatiaLite wurde nicht gefunden. Unter Debian oder Ubuntu: apt-get install libsqlite3-mod-spatialite.",
};
