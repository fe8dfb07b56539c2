import { expect, it } from "vitest";
import { statusHistoryKml } from "./status-history.kml.ts";

it("writes a placemark per state, with its time and every known field", () => {
  const { header, rows, footer } = statusHistoryKml("Status history");
  const entry = {
    flight: "0197f1f2-5a6b-7c3d-8e4f-0123456789ab",
    time: "2026-05-01T10:00:00.000Z",
    time_received: "2026-05-01T10:00:02.000Z",
    battery: 3.9,
    cellid: "<&>",
    rsrp: -97,
    rsrq: null,
    snr: null,
    tac: null,
    satellites: 0,
    charging: false,
  };
  expect(header + rows([entry]) + footer).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
<Document><name>Status history</name>
<Placemark><TimeStamp><when>2026-05-01T10:00:00.000Z</when></TimeStamp><ExtendedData>\
<Data name="flight"><value>0197f1f2-5a6b-7c3d-8e4f-0123456789ab</value></Data>\
<Data name="time"><value>2026-05-01T10:00:00.000Z</value></Data>\
<Data name="time_received"><value>2026-05-01T10:00:02.000Z</value></Data>\
<Data name="battery"><value>3.9</value></Data>\
<Data name="cellid"><value>&lt;&amp;&gt;</value></Data>\
<Data name="rsrp"><value>-97</value></Data>\
<Data name="satellites"><value>0</value></Data>\
<Data name="charging"><value>false</value></Data>\
</ExtendedData></Placemark>
</Document>
</kml>
`);
});
