#!/usr/bin/env python3
"""write_wxs.py VERSION FOLDER: the description of the Windows installer, for wixl, to lie beside FOLDER. The program goes to Program Files, with
one entry in the start menu, which serves the page; a newer version takes the place of an older one.

Its numbers are derived from names, so that they are the same each time."""
import pathlib
import sys
import uuid
from xml.sax.saxutils import quoteattr

OURS = uuid.UUID("8d1f0c52-6a53-5b0e-9d0f-3a4be2f7c1d6")


def number(name):
    return str(uuid.uuid5(OURS, name)).upper()


version, folder = sys.argv[1], pathlib.Path(sys.argv[2])
files = sorted(p for p in folder.iterdir() if p.is_file())
components = []
for path in files:
    ident = "f_" + "".join(c if c.isalnum() else "_" for c in path.name)
    shortcut = ""
    if path.name == "yomi.exe":
        shortcut = ('<Shortcut Id="page" Directory="ProgramMenuFolder" Name="Yomi" Arguments="serve" Advertise="no" '
                    'Description="Shogi, Othello and gomoku in the browser" WorkingDirectory="INSTALLDIR"/>')
    components.append(f'<Component Id="c_{ident}" Guid="{number("file " + path.name)}" Win64="yes">'
                      f'<File Id="{ident}" Name={quoteattr(path.name)} Source={quoteattr(folder.name + "/" + path.name)} KeyPath="yes">{shortcut}</File>'
                      "</Component>")
references = "".join(f'<ComponentRef Id={quoteattr(part.split(chr(34))[1])}/>' for part in components)
print(f"""<?xml version="1.0" encoding="utf-8"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Product Id="{number("product " + version)}" Name="Yomi" Version="{version}" Language="1033" Manufacturer="The Yomi contributors"
           UpgradeCode="{number("upgrade")}">
    <Package Id="{number("package " + version)}" InstallerVersion="200" Compressed="yes" InstallScope="perMachine"
             Description="Yomi {version}" Comments="Plays, analyses and solves shogi, Othello and gomoku"/>
    <MajorUpgrade DowngradeErrorMessage="A newer version of Yomi is installed."/>
    <Media Id="1" Cabinet="yomi.cab" EmbedCab="yes"/>
    <Directory Id="TARGETDIR" Name="SourceDir">
      <Directory Id="ProgramMenuFolder"/>
      <Directory Id="ProgramFiles64Folder">
        <Directory Id="INSTALLDIR" Name="Yomi">
          {"".join(components)}
        </Directory>
      </Directory>
    </Directory>
    <Feature Id="all" Title="Yomi" Level="1">{references}</Feature>
  </Product>
</Wix>""")
