export const terrain = {
  relief: "Relief",
  reliefHint:
    "Berge auf der eingebauten Karte: Tönung und Schattierung bis Zoom 9, aus Höhen im Abstand von 9\u00a0km.",
  hillshade: "Schummerung",
  hillshadeHint: "Ab Zoom 9, wo die Station Geländehöhen hat.",
  noModel:
    "Diese Station hat keine Geländehöhen: Starten Sie sie mit einem Ordner von SRTM-Kacheln (--elevation-dir), um Schummerung und Höhen über Grund zu sehen.",
  pointed: "Grund {height}",
  computed: "≈\u00a0{height}",
  aboveGround: "über Grund, berechnet",
  aboveGroundFrom: "Berechnet aus der Höhe, die die Drohne sendet, und dem Geländemodell der Station",
  groundBelow: "Gefüllt: das Gelände darunter, nach dem Modell der Station",
  aboveGroundAt: "{height} über Grund, berechnet",
  profile: "Gelände entlang des Korridors",
  profileText: "Gelände entlang des Korridors: {lowest} bis {highest} über dem Meer",
  loading: "Geländehöhen werden geladen…",
  unknown: "Die Station kennt das Gelände entlang dieses Korridors nicht.",
  partlyUnknown: "Auf {percent}\u00a0% seiner Länge ist das Gelände nicht bekannt.",
  tooLong: "Das Gelände wird für Korridore bis {length} gezeigt.",
  highest: "Höchstes Gelände in seiner ganzen Breite: {height} über dem Meer, {distance} nach seinem Anfang.",
  clearance: "Die Maximalhöhe liegt mindestens {height} darüber.",
  tooLow: "Das Gelände ragt {height} über die Maximalhöhe hinaus.",
};
