export const card = {
  label: "Dron",
  close: "Zavřít kartu",
  centre: "Na střed",
  follow: "Sledovat",
  chooseFirst: "Nejdřív vyberte dron: jeho trasu pak lze exportovat.",
  serial: "Sériové číslo",
  registration: "Registrace",
  otherId: "ID relace",
  operatorId: "Č. provozovatele",
  classification: "Třída",
  noIdentity: "Zatím neoznámil svou totožnost.",
  received: "přijato před {age}",
  recordingText: "Přehrává se nahrávka: její čas je {time}.",
  place: "Poloha",
  noHeight: "Nevysílá žádnou výšku.",
  speed: "Rychlost",
  vertical: "Svisle",
  heading: "Kurz",
  fromMe: "Ode mne",
  operatorDistance: "K provozovateli",
  operatorPosition: "Provozovatel",
  operatorDirection: "{distance}, směr {heading} {compass}",
  copyPosition: "Zkopírovat polohu",
  copySerial: "Zkopírovat sériové číslo",
  copyRegistration: "Zkopírovat registraci",
  copyOperatorId: "Zkopírovat číslo provozovatele",
  accuracy: "±{value}",
  seenBy: "Přijaly",
  fromSensor: "Vzdálenost dronu: {way}",
  sensorAt: "Vzdálenost dronu: {distance}.",
  sensorBetween: "Vzdálenost dronu: nejblíže {from}, nejdále {to}.",
  sensorNoPlace: "Vzdálenost neznámá: místo senzoru nebylo známo.",
  sensorNoPosition: "Vzdálenost neznámá: senzor nepřijal žádnou polohu dronu.",
  europeanOperator: "Podle tvaru stát {state}, neověřeno",
  otherOperatorForm: "Nemá evropský tvar.",
  ofStation: "Zaslala jiná stanice.",
  fromPeer: "Od {name}, živým přenosem",
  frames: "1 zpráva | {n} zprávy | {n} zpráv",
  confidence: "jistota {percent}\u00a0%",
  descriptions: "Oznámeno dronem",
  warnings: "Upozornění",
  validSerial: "Tvar podle CTA-2063-A, neověřeno",
  invalidSerial: "Sériové číslo neodpovídá CTA-2063-A.",
  began: "Přijato poprvé",
  ended: "Přijato naposled",
  duration: "Trvání",
  notReceived: "Nic z ní nebylo přijato.",
  openFlight: "Otevřít let",
};

export const height = {
  AGL: "nad terénem",
  ATO: "nad místem vzletu",
  MSL: "nad hladinou moře",
  WGS84: "nad elipsoidem",
  pressure: "podle tlaku",
};

export const operationalState = {
  undeclared: "Neoznámen",
  grounded: "Na zemi",
  airborne: "Ve vzduchu",
  emergency: "Nouze",
  remote_id_system_failure: "Porucha Remote ID",
};

export const operatorSource = {
  take_off: "místo vzletu",
  live_gnss: "aktuální poloha",
  fixed: "pevná poloha",
};

export const technology = {
  wifi_beacon: "Wi-Fi beacon",
  wifi_nan: "Wi-Fi NAN",
  bluetooth_legacy: "Bluetooth 4",
  bluetooth_long_range: "Bluetooth 5 Long Range",
  network: "Síť",
  unknown: "Není známa",
};

export const linkReason = {
  first_seen: "První část této operace.",
  same_identifier: "Sloučeno: oznamuje stejný identifikátor.",
  same_transmitter: "Sloučeno: přichází ze stejného vysílače.",
  continuity: "Sloučeno: místem a časem navazuje na stejnou dráhu.",
  by_hand: "Sloučeno ručně.",
};
