import L from "leaflet";

/** The bar that says how long a part of the map is. */
export function createScale(map: L.Map, isImperial: boolean): L.Control.Scale {
  const options = { maxWidth: 140, metric: !isImperial, imperial: isImperial };
  return L.control.scale({ position: "bottomleft", ...options }).addTo(map);
}
