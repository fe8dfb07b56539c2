/**
 * Tries the libraries named in its arguments, prints the first that loads as SpatiaLite.
 * Runs in a process of its own: a broken library may end it.
 */
import Database from "better-sqlite3";

for (const candidate of process.argv.slice(2)) {
  const db = new Database(":memory:");
  try {
    db.loadExtension(candidate);
    db.prepare("SELECT spatialite_version()").get();
    console.log(candidate);
    process.exit(0);
  } catch (error) {
    console.error(`${candidate}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    db.close();
  }
}
process.exit(1);
