; What opens with Fieldstation on Windows (electron-builder.yml names the same files for Linux and macOS).
;
; Each ending gets a class of its own, is listed under "Open with", and is opened by a double click only where no other program
; has it: .gpx, .kml, .pcap and .gpkg usually belong to one. What is registered is removed with the program, and nothing else.

!macro fieldstationOpens EXT DESCRIPTION
  WriteRegStr SHELL_CONTEXT "Software\Classes\Fieldstation.${EXT}" "" "${DESCRIPTION}"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Fieldstation.${EXT}\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Fieldstation.${EXT}\shell\open\command" "" '"$appExe" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\.${EXT}\OpenWithProgids" "Fieldstation.${EXT}" ""
  ReadRegStr $R9 HKCR ".${EXT}" ""
  ${if} $R9 == ""
    WriteRegStr SHELL_CONTEXT "Software\Classes\.${EXT}" "" "Fieldstation.${EXT}"
  ${endIf}
!macroend

!macro fieldstationOpensNoMore EXT
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${EXT}\OpenWithProgids" "Fieldstation.${EXT}"
  ReadRegStr $R9 SHELL_CONTEXT "Software\Classes\.${EXT}" ""
  ${if} $R9 == "Fieldstation.${EXT}"
    DeleteRegValue SHELL_CONTEXT "Software\Classes\.${EXT}" ""
  ${endIf}
  DeleteRegKey /ifempty SHELL_CONTEXT "Software\Classes\.${EXT}\OpenWithProgids"
  DeleteRegKey /ifempty SHELL_CONTEXT "Software\Classes\.${EXT}"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Fieldstation.${EXT}"
!macroend

!macro customInstall
  !insertmacro fieldstationOpens "gpx" "GPX track"
  !insertmacro fieldstationOpens "kml" "KML document"
  !insertmacro fieldstationOpens "tlog" "MAVLink telemetry log"
  !insertmacro fieldstationOpens "ulg" "PX4 flight log"
  !insertmacro fieldstationOpens "pcap" "Recording of received frames"
  !insertmacro fieldstationOpens "pmtiles" "PMTiles map"
  !insertmacro fieldstationOpens "mbtiles" "MBTiles map"
  !insertmacro fieldstationOpens "gpkg" "GeoPackage map"

  WriteRegStr SHELL_CONTEXT "Software\Classes\fieldstation" "" "URL:Fieldstation"
  WriteRegStr SHELL_CONTEXT "Software\Classes\fieldstation" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\fieldstation\shell\open\command" "" '"$appExe" "%1"'
  System::Call 'shell32::SHChangeNotify(i, i, i, i) v (0x08000000, 0, 0, 0)'
!macroend

!macro customUnInstall
  !insertmacro fieldstationOpensNoMore "gpx"
  !insertmacro fieldstationOpensNoMore "kml"
  !insertmacro fieldstationOpensNoMore "tlog"
  !insertmacro fieldstationOpensNoMore "ulg"
  !insertmacro fieldstationOpensNoMore "pcap"
  !insertmacro fieldstationOpensNoMore "pmtiles"
  !insertmacro fieldstationOpensNoMore "mbtiles"
  !insertmacro fieldstationOpensNoMore "gpkg"

  DeleteRegKey SHELL_CONTEXT "Software\Classes\fieldstation"
  ; The app registers itself for its links, for the person who runs it.
  DeleteRegKey HKCU "Software\Classes\fieldstation"
  System::Call 'shell32::SHChangeNotify(i, i, i, i) v (0x08000000, 0, 0, 0)'
!macroend
