/** Files that are chosen on the pages of test/support/record-screens.ts and detail-screens.ts. */

/** Without dates, and with a height of unknown reference. */
export const UNDATED_LOG =
  "time (s),latitude,longitude,altitude\n0,47.1,15.4,3\n45,47.103,15.404,30\n90,47.101,15.408,5\n";

/** A fence in red, a gate and the way to it, near Graz. */
export const KML = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Club</name>
  <Style id="red"><LineStyle><color>ff0000ff</color><width>4</width></LineStyle><PolyStyle><color>400000ff</color></PolyStyle></Style>
  <Placemark><name>Fence</name><styleUrl>#red</styleUrl><Polygon><outerBoundaryIs><LinearRing>
    <coordinates>15.45,47.06 15.47,47.06 15.47,47.07 15.45,47.07 15.45,47.06</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
  <Placemark><name>Gate</name><Point><coordinates>15.47,47.07</coordinates></Point></Placemark>
  <Placemark><name>Way in</name><LineString><coordinates>15.47,47.07 15.48,47.075 15.49,47.07</coordinates></LineString></Placemark>
</Document></kml>`;
