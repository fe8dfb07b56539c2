import type Database from "better-sqlite3";

/** Remote ID devices, products, SIM cards and manufacturing reports. */
export function devicesSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE product (
      code TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      product_type TEXT NOT NULL,
      type_id INTEGER NOT NULL,
      has_network_features INTEGER NOT NULL,
      deprecated INTEGER NOT NULL,
      has_trial INTEGER NOT NULL,
      has_softsim INTEGER NOT NULL,
      can_be_provisioned INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- A variant of a product. Devices without a known variant have the default one.
    CREATE TABLE flavor (
      code TEXT PRIMARY KEY,
      product TEXT NOT NULL REFERENCES product (code),
      name TEXT NOT NULL,
      is_default INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX flavor_by_product ON flavor (product);
    CREATE UNIQUE INDEX flavor_by_default ON flavor (product) WHERE is_default = 1;

    CREATE TABLE configuration_set (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      data TEXT NOT NULL,
      created_ms INTEGER NOT NULL,
      device TEXT UNIQUE REFERENCES device (id),
      flavor TEXT UNIQUE REFERENCES flavor (code),
      CHECK ((device IS NULL) <> (flavor IS NULL))
    ) STRICT;

    CREATE TABLE device (
      id TEXT PRIMARY KEY,
      serial_number TEXT NOT NULL UNIQUE COLLATE NOCASE,
      -- Code of a product, possibly one that only a newer version knows.
      type TEXT NOT NULL,
      owner TEXT,
      name TEXT,
      hw_revision TEXT,
      flavor TEXT REFERENCES flavor (code),
      iccid TEXT UNIQUE,
      fw_bundle TEXT,
      activated_ms INTEGER,
      groups TEXT NOT NULL DEFAULT '[]',
      is_userless_allowed INTEGER NOT NULL DEFAULT 0,
      default_aircraft TEXT REFERENCES aircraft (id),
      access_list TEXT,
      color_tag TEXT,
      callsign TEXT,
      provisioning_status TEXT,
      works INTEGER NOT NULL DEFAULT 1,
      purpose TEXT NOT NULL DEFAULT '',
      mfw_version TEXT,
      mmcu_id TEXT,
      hw_notes TEXT,
      manufacture_batch TEXT,
      created_ms INTEGER NOT NULL,
      modified_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX device_by_owner ON device (owner);

    CREATE TABLE device_share (
      device TEXT NOT NULL REFERENCES device (id),
      user TEXT NOT NULL,
      PRIMARY KEY (device, user)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX device_share_by_user ON device_share (user);

    CREATE TABLE sim_card (
      iccid TEXT PRIMARY KEY,
      imsi TEXT,
      msisdn TEXT,
      ip TEXT,
      activated_ms INTEGER,
      provider_name TEXT,
      provider_acronym TEXT,
      note TEXT,
      used_data_bytes INTEGER,
      data_quota_bytes INTEGER,
      bundles TEXT NOT NULL DEFAULT '[]'
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE manufacture_report (
      id INTEGER PRIMARY KEY,
      device TEXT NOT NULL REFERENCES device (id),
      place TEXT NOT NULL,
      operator TEXT NOT NULL,
      action TEXT NOT NULL,
      created_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX manufacture_report_by_device ON manufacture_report (device);
  `);
}
