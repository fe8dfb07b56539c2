/**
 * The messages of the station and the desktop about a failed start, an end and another port. Each is word for word the
 * message, with placeholders: the desktop shows it on its first page, and the console in its notices.
 */
export const stationStart = {
  otherProgram: "Another program answers at {url}.",
  portTaken: "Port {port} is used by another program, so this station answers on port {free}.",
  noFreePort: "No port of this computer is free for the station.",
  noAnswerInTime: "The station did not answer in time.",
  endedWithCode: "The station ended unexpectedly (code {code}).",
  portInUse: "Port {port} on {host} is in use by another program; choose another with --port.",
  folderInUse: "The data directory {folder} is in use by another station; stop that one or choose another directory.",
  recordingNotOpened: "The recording in {folder} is damaged and cannot be opened.",
  putBack:
    "Put a backup back with `station restore FILE {data}`, or copy what can still be read into a new file with `station salvage FILE {folder}`.",
  recordingEmpty: "The recording {file} is empty.",
  recordingGone: "The recording {file} is gone.",
  recordingGoneBeside: "The recording {file} is gone, although {others} are there.",
  otherFolder: "For a new station choose another directory.",
  recordingHoldsNothing: "The recording {file} holds nothing.",
  diskFull: "The disk of {folder} is full: free some space there, then start again.",
  notWritable:
    "This user may not write {folder}: give the directory to the user that runs the station (chown, chmod 700), or choose another with --data.",
  readOnlyDisk:
    "The disk of {folder} is mounted read-only: mount it for writing (a failing disk is often remounted read-only by the system), or choose another directory with --data.",
  notOpened: "The recording in {folder} cannot be opened: it belongs to another user, or its disk is gone.",
  giveToUser: "Give it to the user that runs the station, or choose another directory with --data.",
  notADatabase: "The database file is damaged or not a database.",
  keychainOpens: "The keychain does not give the key of this station: {reason}.",
  keychainUnlock: "Unlock it, then start again.",
  keychainNoKey: "The keychain no longer has the key of this station.",
  keychainNewKey:
    "To make a new one, with which everybody signs in again, remove the file {file} from the data directory.",
  twoKeys:
    "The folder {folder} has a key, and says that another one is in the keychain: remove {one} to use that one, or {other} to use the file.",
  lossless: "it does not give back what was stored",
  noSpatialite: "SpatiaLite was not found. On Debian or Ubuntu: apt-get install libsqlite3-mod-spatialite.",
} as const;
