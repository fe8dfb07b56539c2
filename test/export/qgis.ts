import { spawnSync } from "node:child_process";

/** Debian's Python, which has QGIS where it is installed. Its own `qgis_process` starts with an option that it refuses. */
const PYTHON = "/usr/bin/python3";
const COUNT_FEATURES = `
import json, sys
from qgis.core import QgsApplication, QgsVectorLayer
application = QgsApplication([], False)
application.initQgis()
layers = [QgsVectorLayer(source, "layer", "ogr") for source in sys.argv[1:]]
print(json.dumps([len(list(layer.getFeatures())) if layer.isValid() else None for layer in layers]))
`;

const run = (...args: readonly string[]) =>
  spawnSync(PYTHON, ["-c", ...args], { encoding: "utf8", env: { ...process.env, QT_QPA_PLATFORM: "offscreen" } });

/** Whether QGIS is there; says once on standard error what is skipped without it. */
export function findQgis(): boolean {
  if (run("import qgis.core").status === 0) return true;
  process.stderr.write("skipped: what QGIS opens of an export, it is not installed (apt-get install python3-qgis)\n");
  return false;
}

/** How many features QGIS reads of each source, such as `file.gpkg|layername=tracks`; null where it opens none. */
export function countInQgis(...sources: readonly string[]): readonly (number | null)[] {
  const { status, stdout, stderr } = run(COUNT_FEATURES, ...sources);
  if (status !== 0) throw new Error(`QGIS: ${stderr}`);
  return JSON.parse(stdout) as readonly (number | null)[];
}
