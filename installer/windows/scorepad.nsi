; Installs Scorepad for one user, in English or Spanish, without asking for an administrator.
; dist\scorepad is the folder that scorepad.spec makes:  makensis -DVERSION=N.N.N scorepad.nsi
; The matches (in %LOCALAPPDATA%\scorepad) are never touched, neither here nor when it is removed.
Unicode true
!ifndef VERSION
  !error "name the version: makensis -DVERSION=N.N.N installer/windows/scorepad.nsi"
!endif
; Wine without 32-bit programs needs -DTARGET=amd64-unicode, which Debian's makensis has.
!ifdef TARGET
  Target ${TARGET}
!endif
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Scorepad"
!include MUI2.nsh
!include FileFunc.nsh
!include x64.nsh

Name "Scorepad"
OutFile "..\..\dist\scorepad-${VERSION}-windows-setup.exe"
InstallDir "$LOCALAPPDATA\Programs\Scorepad"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
RequestExecutionLevel user
SetCompressor /SOLID lzma
SetCompressorDictSize 64
ManifestDPIAware true
; A broken download is told before anything is written.
CRCCheck force
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Scorepad"
VIAddVersionKey "FileDescription" "Scorepad setup"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT license"

!define MUI_ICON "scorepad.ico"
!define MUI_UNICON "scorepad.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\scorepadw.exe"
!insertmacro MUI_PAGE_LICENSE "..\..\LICENSE"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Spanish"

LangString MATCH ${LANG_ENGLISH} "Scorepad match"
LangString MATCH ${LANG_SPANISH} "Partida de Scorepad"
LangString OPEN ${LANG_ENGLISH} "Scorepad is open; close its window, then try again."
LangString OPEN ${LANG_SPANISH} "Scorepad está abierto; cierre su ventana e inténtelo de nuevo."
LangString TOO_OLD ${LANG_ENGLISH} "Scorepad needs 64-bit Windows."
LangString TOO_OLD ${LANG_SPANISH} "Scorepad necesita Windows de 64 bits."

!macro STOP_WHERE_OPEN
  ; Windows lets nobody write to a program that runs.
  ${If} ${FileExists} "$INSTDIR\scorepadw.exe"
    ClearErrors
    FileOpen $0 "$INSTDIR\scorepadw.exe" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONEXCLAMATION "$(OPEN)" /SD IDOK
      SetErrorLevel 2
      Abort
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_OK|MB_ICONSTOP "$(TOO_OLD)" /SD IDOK
    SetErrorLevel 2
    Abort
  ${EndIf}
FunctionEnd

Section
  !insertmacro STOP_WHERE_OPEN
  ; Nothing of an earlier version stays among the files of this one.
  RMDir /r "$INSTDIR\_internal"
  SetOutPath "$INSTDIR"
  File /r "..\..\dist\scorepad\*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Scorepad.lnk" "$INSTDIR\scorepadw.exe"

  WriteRegStr HKCU "Software\Classes\.scorepad" "" "Scorepad.Match"
  WriteRegStr HKCU "Software\Classes\.scorepad" "Content Type" "application/x-scorepad"
  WriteRegStr HKCU "Software\Classes\Scorepad.Match" "" "$(MATCH)"
  WriteRegStr HKCU "Software\Classes\Scorepad.Match\DefaultIcon" "" "$INSTDIR\scorepadw.exe,0"
  WriteRegStr HKCU "Software\Classes\Scorepad.Match\shell\open\command" "" '"$INSTDIR\scorepadw.exe" "%1"'
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'

  WriteRegStr HKCU "${KEY}" "DisplayName" "Scorepad"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\scorepadw.exe"
  WriteRegStr HKCU "${KEY}" "Publisher" "The Scorepad authors"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" $0
SectionEnd

Section Uninstall
  !insertmacro STOP_WHERE_OPEN
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\scorepad.exe"
  Delete "$INSTDIR\scorepadw.exe"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Scorepad.lnk"
  DeleteRegKey HKCU "Software\Classes\.scorepad"
  DeleteRegKey HKCU "Software\Classes\Scorepad.Match"
  DeleteRegKey HKCU "${KEY}"
SectionEnd
