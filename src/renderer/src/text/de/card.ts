export const card = {
  label: "Drohne",
  close: "Karte schließen",
  centre: "Zentrieren",
  follow: "Folgen",
  chooseFirst: "Wählen Sie zuerst eine Drohne: Dann lässt sich ihr Flugweg exportieren.",
  serial: "Seriennummer",
  registration: "Kennzeichen",
  otherId: "Sitzungs-ID",
  operatorId: "Betreiber-Nr.",
  classification: "Klasse",
  noIdentity: "Sie hat noch keine Kennung gemeldet.",
  received: "empfangen vor {age}",
  recordingText: "Eine Aufzeichnung wird wiedergegeben: Ihre Zeit ist {time}.",
  place: "Position",
  noHeight: "Sie sendet keine Höhe.",
  speed: "Geschwindig\u00adkeit",
  vertical: "Vertikal",
  heading: "Kurs",
  fromMe: "Von mir aus",
  operatorDistance: "Zum Betreiber",
  operatorPosition: "Betreiber",
  operatorDirection: "{distance}, Richtung {heading} {compass}",
  copyPosition: "Position kopieren",
  copySerial: "Seriennummer kopieren",
  copyRegistration: "Kennzeichen kopieren",
  copyOperatorId: "Betreibernummer kopieren",
  accuracy: "±{value}",
  seenBy: "Empfangen von",
  fromSensor: "Entfernung der Drohne: {way}",
  sensorAt: "Entfernung der Drohne: {distance}.",
  sensorBetween: "Entfernung der Drohne: mindestens {from}, höchstens {to}.",
  sensorNoPlace: "Entfernung unbekannt: Der Ort dieses Sensors war nicht bekannt.",
  sensorNoPosition: "Entfernung unbekannt: Dieser Sensor empfing keine Position der Drohne.",
  europeanOperator: "Der Form nach aus {state}, nicht geprüft",
  otherOperatorForm: "Nicht in der europäischen Form.",
  ofStation: "Von einer anderen Station gesandt.",
  fromPeer: "Von {name}, über den Livestream",
  frames: "1 Nachricht | {n} Nachrichten",
  confidence: "{percent}\u00a0% sicher",
  descriptions: "Von der Drohne gemeldet",
  warnings: "Warnungen",
  validSerial: "Form nach CTA-2063-A, nicht geprüft",
  invalidSerial: "Die Seriennummer entspricht nicht CTA-2063-A.",
  began: "Zuerst empfangen",
  ended: "Zuletzt empfangen",
  duration: "Dauer",
  notReceived: "Nichts davon wurde empfangen.",
  openFlight: "Flug öffnen",
};

export const height = {
  AGL: "über Grund",
  ATO: "über Startpunkt",
  MSL: "über dem Meer",
  WGS84: "über Ellipsoid",
  pressure: "nach Luftdruck",
};

export const operationalState = {
  undeclared: "Nicht gemeldet",
  grounded: "Am Boden",
  airborne: "In der Luft",
  emergency: "Notfall",
  remote_id_system_failure: "Ausfall der Remote ID",
};

export const operatorSource = {
  take_off: "Startpunkt",
  live_gnss: "aktuelle Position",
  fixed: "feste Position",
};

export const technology = {
  wifi_beacon: "WLAN-Beacon",
  wifi_nan: "WLAN-NAN",
  bluetooth_legacy: "Bluetooth 4",
  bluetooth_long_range: "Bluetooth 5 Long Range",
  network: "Netz",
  unknown: "Nicht bekannt",
};

export const linkReason = {
  first_seen: "Der erste Teil dieser Operation.",
  same_identifier: "Zusammengeführt: meldet dieselbe Kennung.",
  same_transmitter: "Zusammengeführt: kommt vom selben Sender.",
  continuity: "Zusammengeführt: setzt denselben Weg in Ort und Zeit fort.",
  by_hand: "Von Hand zusammengeführt.",
};
