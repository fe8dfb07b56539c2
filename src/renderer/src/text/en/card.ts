/** Sentences about one operation on its card. */
export const card = {
  label: "Aircraft",
  close: "Close the card",
  centre: "Centre",
  follow: "Follow",
  chooseFirst: "Choose an aircraft first: its track can be exported.",
  serial: "Serial number",
  registration: "Registration",
  otherId: "Session id",
  operatorId: "Operator id",
  classification: "Class",
  noIdentity: "It has not declared an identity yet.",
  received: "received {age} ago",
  recordingText: "A recording is being replayed: its time is {time}.",
  place: "Position",
  noHeight: "It sends no height.",
  speed: "Speed",
  vertical: "Vertical",
  heading: "Heading",
  fromMe: "From me",
  operatorDistance: "To operator",
  operatorPosition: "Operator",
  operatorDirection: "{distance}, direction {heading} {compass}",
  copyPosition: "Copy the position",
  copySerial: "Copy the serial number",
  copyRegistration: "Copy the registration",
  copyOperatorId: "Copy the operator id",
  accuracy: "±{value}",
  seenBy: "Received by",
  fromSensor: "Distance of the aircraft: {way}",
  sensorAt: "Distance of the aircraft: {distance}.",
  sensorBetween: "Distance of the aircraft: nearest {from}, farthest {to}.",
  sensorNoPlace: "Distance unknown: this sensor had no known place.",
  sensorNoPosition: "Distance unknown: this sensor received no position of the aircraft.",
  europeanOperator: "Format of {state}, not verified",
  otherOperatorForm: "Not in the European format.",
  ofStation: "Sent by another station.",
  fromPeer: "From {name}, over its live stream",
  frames: "1 message | {n} messages",
  confidence: "{percent} % sure",
  descriptions: "Declared by the aircraft",
  warnings: "Warnings",
  validSerial: "Well-formed (CTA-2063-A), not verified",
  invalidSerial: "The serial number does not follow CTA-2063-A.",
  began: "First received",
  ended: "Last received",
  duration: "Duration",
  notReceived: "It was not received.",
  openFlight: "Open the flight",
} as const;

export const height = {
  AGL: "above ground",
  ATO: "above take-off",
  MSL: "above sea level",
  WGS84: "above ellipsoid",
  pressure: "by pressure",
} as const;

export const operationalState = {
  undeclared: "Not declared",
  grounded: "On the ground",
  airborne: "Airborne",
  emergency: "Emergency",
  remote_id_system_failure: "Remote ID failure",
} as const;

export const operatorSource = {
  take_off: "take-off point",
  live_gnss: "live position",
  fixed: "fixed position",
} as const;

export const technology = {
  wifi_beacon: "Wi-Fi beacon",
  wifi_nan: "Wi-Fi NAN",
  bluetooth_legacy: "Bluetooth 4",
  bluetooth_long_range: "Bluetooth 5 long range",
  network: "Network",
  unknown: "Unknown",
} as const;

export const linkReason = {
  first_seen: "The first part of this operation.",
  same_identifier: "Merged: it declares the same identifier.",
  same_transmitter: "Merged: it comes from the same transmitter.",
  continuity: "Merged: it continues the same path in place and time.",
  by_hand: "Merged by a person.",
} as const;
