export const stationStart = {
  otherProgram: "Na {url} odpovídá jiný program.",
  portTaken: "Port {port} používá jiný program, proto tato stanice odpovídá na portu {free}.",
  noFreePort: "V tomto počítači není pro stanici žádný volný port.",
  noAnswerInTime: "Stanice neodpověděla včas.",
  endedWithCode: "Stanice nečekaně skončila (kód {code}).",
  portInUse: "Port {port} na {host} používá jiný program; zvolte jiný pomocí --port.",
  folderInUse: "Složku dat {folder} používá jiná stanice; zastavte ji, nebo zvolte jinou složku.",
  recordingNotOpened: "Nahrávka v {folder} je poškozená a nelze ji otevřít.",
  putBack:
    "Vraťte zálohu pomocí `station restore FILE {data}`, nebo zkopírujte, co lze ještě přečíst, do nového souboru pomocí `station salvage FILE {folder}`.",
  recordingEmpty: "Nahrávka {file} je prázdná.",
  recordingGone: "Nahrávka {file} chybí.",
  recordingGoneBeside: "Nahrávka {file} chybí, ačkoli {others} tu jsou.",
  otherFolder: "Pro novou stanici zvolte jinou složku.",
  recordingHoldsNothing: "Nahrávka {file} nic neobsahuje.",
  diskFull: "Disk složky {folder} je plný: uvolněte tam místo a spusťte znovu.",
  notWritable:
    "Tento uživatel nesmí zapisovat do {folder}: dejte složku uživateli, pod kterým stanice běží (chown, chmod 700), nebo zvolte jinou pomocí --data.",
  readOnlyDisk:
    "Disk složky {folder} je připojen jen pro čtení: připojte jej pro zápis (selhávající disk systém často přepne jen na čtení), nebo zvolte jinou složku pomocí --data.",
  notOpened: "Nahrávku v {folder} nelze otevřít: patří jinému uživateli, nebo její disk chybí.",
  giveToUser: "Dejte ji uživateli, pod kterým stanice běží, nebo zvolte jinou složku pomocí --data.",
  notADatabase: "Soubor databáze je poškozený, nebo to databáze není.",
  keychainOpens: "Klíčenka nevydala klíč této stanice: {reason}.",
  keychainUnlock: "Odemkněte ji a spusťte znovu.",
  keychainNoKey: "Klíčenka už klíč této stanice nemá.",
  keychainNewKey: "Nový, se kterým se každý přihlásí znovu, vznikne, když ze složky dat odstraníte soubor {file}.",
  twoKeys:
    "Složka {folder} má klíč a říká, že jiný je v klíčence: odstraňte {one}, má-li platit ten, nebo {other}, má-li platit soubor.",
  lossless: "nevrací, co bylo uloženo",
  noSpatialite: "SpatiaLite nebyla nalezena. V Debianu nebo Ubuntu: apt-get install libsqlite3-mod-spatialite.",
};
