export const stationSetup = {
  setup: {
    ended: "Die Einrichtung wurde nach 10 Minuten ohne Anfrage beendet; der Port ist frei.",
    otherSetup: "Eine andere Einrichtung verwendet den Port {port}; beenden Sie zuerst diese.",
    opening: "Der Port wird geöffnet.",
    listening: "Es wird auf das Gerät gehört und gefragt, was es ist.",
    notRecognised: "Am Port wurde innerhalb von 10 Sekunden nichts erkannt.",
    module: "Ein Remote-ID-Modul mit ArduRemoteID. Seine Zahlen und seine UAS-Id können eingestellt werden.",
    mavlinkReceiver:
      "Ein Empfänger, der andere Drohnen über MAVLink meldet. Hier kann daran nichts eingestellt werden; er kann eine Quelle werden.",
    flightController:
      "Das ist ein Flugregler. Schließen Sie das Remote-ID-Modul selbst an: Einstellungen werden nie über einen Autopiloten geschrieben.",
    gnss: "Das ist ein GNSS-Empfänger. Hier kann daran nichts eingestellt werden; als Quelle sagt er, wo die Station steht, wenn er NMEA 0183 sendet. Um ein Remote-ID-Modul einzurichten, schließen Sie dieses an.",
    modem: "Das ist ein Modem. Hier kann daran nichts eingestellt werden; schließen Sie das Remote-ID-Modul selbst an.",
    textConsole:
      "Das ist die Textkonsole einer ESP32-Platine ohne ein Protokoll zum Einstellen. Hat die Platine zwei Buchsen, verwenden Sie die mit UART bezeichnete; ist sie ein Empfänger, kann sie eine Quelle werden.",
    silent:
      "An diesem Port antwortet nichts. Ist das Gerät eingeschaltet, und ist das Kabel ein Datenkabel? Hat die Platine zwei Buchsen, verwenden Sie die mit UART bezeichnete: Die andere ist zum Flashen. Ziehen Sie es dann ab, stecken Sie es wieder an, und versuchen Sie es noch einmal.",
    garbled:
      "Was ankommt, ist bei keiner Rate zu verstehen. Versuchen Sie ein anderes Kabel oder eine andere Buchse, oder nennen Sie die Rate des Geräts, wenn Sie sie kennen.",
    lineEndings:
      "Das Gerät verändert Zeilenumbrüche in binären Frames, wie manche ESP-Konsolen. Schalten Sie die Reparatur der Zeilenenden ein, und versuchen Sie es noch einmal.",
    otherTransmitter:
      "Ein Remote-ID-Sender, der MAVLink spricht, aber keine der Einstellungen von ArduRemoteID hat. Er kann hier nicht eingestellt werden.",
    product:
      "{product}. Seine Einstellungen können hier geändert werden, und es kann eine Quelle dieser Station werden.",
    productOnly: "{product}. Seine Einstellungen können hier geändert werden.",
    reading: "Die Einstellungen werden gelesen.",
    readingOnce: "Es wird noch einmal gelesen, bevor etwas geschrieben wird.",
    notAllTold: "Das Gerät hat nicht alle Einstellungen innerhalb von 5 Sekunden genannt.",
    differs: "Das Gerät weicht von dem ab, worauf der Plan beruht; sehen Sie sich die Unterschiede noch einmal an.",
    snapshotFailed:
      "Das Abbild konnte nicht gespeichert werden, vielleicht weil die Platte voll ist; nichts wurde geschrieben.",
    endedBefore: "Es wurde beendet, bevor etwas geschrieben wurde.",
    writing: "Es wird geschrieben. Lassen Sie das Gerät angesteckt.",
    writingTooLong: "Das Schreiben dauerte zu lange und wurde beendet.",
    writingEnded: "Das Schreiben endete vorher.",
    readingAgain: "Das Geschriebene wird noch einmal gelesen.",
    noAnswerFive: "Das Gerät hat nicht innerhalb von 5 Sekunden geantwortet.",
    restarts: "Das Gerät startet neu.",
    noRestart: "Das Gerät ist nicht innerhalb von 20 Sekunden neu gestartet.",
    restarted: "Das Gerät ist neu gestartet.",
    noAnswerAfterRestart:
      "Das Gerät hat nach dem Neustart nicht innerhalb von 20 Sekunden geantwortet; ziehen Sie es ab, und stecken Sie es wieder an.",
    other: "Am Port ist jetzt ein anderes Gerät.",
    otherLook: "Am Port ist jetzt ein anderes Gerät; sehen Sie den Port noch einmal an, um dieses einzurichten.",
    replug:
      "Ziehen Sie das Gerät ab, und stecken Sie es wieder an: Durch einen Befehl kann es nicht neu gestartet werden.",
    replugTakesEffect:
      "Ziehen Sie das Gerät ab, und stecken Sie es wieder an: Manche Einstellungen gelten erst nach dem Start.",
    unpluggedWait:
      "Das Gerät wurde abgezogen. Stecken Sie es wieder an: Innerhalb einer Minute geht die Einrichtung damit weiter.",
    unpluggedTooLong: "Das Gerät wurde nicht innerhalb einer Minute wieder angesteckt.",
    pluggedAgain: "Wieder angesteckt; es wird geprüft, ob es dasselbe Gerät ist.",
    unplugged: "Das Gerät wurde abgezogen.",
    unpluggedAt: "Das Gerät an {port} wurde abgezogen.",
    cancelled: "Der Schritt wurde abgebrochen.",
    unexpected: "Der Schritt ist aus einem unerwarteten Grund fehlgeschlagen; er steht im Protokoll der Station.",
    hasThese: "Das Gerät hat diese Einstellungen schon.",
    noSuchSetting: "Das Gerät hat keine Einstellung {name}; sie wird ausgelassen.",
    allWritten: "Alles wurde geschrieben und zurückgelesen.",
    someWritten: "Einige Änderungen wurden nicht geschrieben oder nicht bestätigt; sehen Sie sich jede an.",
    noneWritten: "Sicher geändert wurde nichts; sehen Sie sich jede Änderung an.",
    idByAir: "Die Id gilt als bestätigt, wenn ein Empfänger dieser Station sie innerhalb von 30 Sekunden hört.",
    received: "Über Funk gehört.",
    receivedId: "Über Funk gehört: {id}.",
    notReadAfterRestart: "Es wurde geschrieben, konnte aber nach dem Neustart nicht gelesen werden.",
    locked: "Das Gerät ist gesperrt: Änderungen nimmt es nur mit seinem Schlüssel an.",
    lockedKey: "Das Gerät ist gesperrt: Zum Ändern ist sein Schlüssel nötig.",
    wrongKey:
      "Das Gerät hat es nicht angenommen: Der Schlüssel gehört nicht zu ihm, oder er gibt keinen Zugriff auf diese Einstellung.",
    notTaken: "Das Gerät hat es nicht angenommen.",
    sentNotRead: "Es wurde gesendet und konnte nicht zurückgelesen werden.",
    otherValue: "Das Gerät hat einen anderen Wert.",
    otherValueNow: "Das Gerät hatte ihn und hat seit dem Neustart einen anderen Wert.",
    doesNotAnswer:
      "Das Gerät antwortet nicht. Ziehen Sie es ab, stecken Sie es wieder an, und versuchen Sie es noch einmal.",
    cannotBeRead:
      "Was das Gerät sendet, ist nicht lesbar. Ziehen Sie es ab, stecken Sie es wieder an, und versuchen Sie es noch einmal.",
    moduleSilent: "Das Modul antwortet nicht; ziehen Sie es ab, stecken Sie es an, und versuchen Sie es noch einmal.",
    moduleNotAll: "Das Modul hat nicht alle Einstellungen gemeldet; lesen Sie sie noch einmal.",
    moduleNotConfirmed: "Das Modul hat es nicht bestätigt.",
    ready: "Flugbereit.",
    notReady: "Noch nicht flugbereit; sehen Sie nach, was das Gerät sagt.",
    asking: "Das Gerät wird gefragt, was ihm noch fehlt.",
    busy: "Die Einrichtung ist beschäftigt ({state}); warten Sie, bis sie fertig ist.",
    notSetUpHere: "Dieses Gerät kann die Station nicht einrichten.",
    plugAgain: "Das Gerät wurde abgezogen; stecken Sie es wieder an.",
    portClosed: "Der Port ist geschlossen; sehen Sie ihn noch einmal an.",
    readFirst: "Lesen Sie zuerst die Einstellungen.",
    pairedElsewhere: "Das Gerät ist mit einem anderen Konto gekoppelt; nichts wurde geändert.",
    batchRunning: "Eine Serie läuft schon; beenden Sie zuerst diese.",
    portsNotListed: "Die seriellen Ports des Rechners der Station können jetzt nicht aufgelistet werden.",
    batchEnded: "Die Serie wurde beendet, bevor etwas geschrieben wurde.",
    fateUnknown: "Was daraus wurde, ist nicht bekannt; lesen Sie das Gerät noch einmal.",
    failedUnexpected: "Es ist aus einem unerwarteten Grund fehlgeschlagen; er steht im Protokoll der Station.",
    noneOfTheSet: "Das Gerät hat keine der Einstellungen des Konfigurationssatzes; nichts wurde geschrieben.",
  },
};
