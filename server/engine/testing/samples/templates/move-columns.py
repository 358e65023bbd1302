"""Does to a template of ours what a person does: `python3 move-columns.py template.xlsx moved.xlsx`.

In LibreOffice itself, by UNO (packages libreoffice-calc and python3-uno): a column of its own is put in front, the
last column is cut out and put before the first, all headers are renamed, and
a row of values is typed in.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue


def prop(name, value):
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def connect(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(120):
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        except Exception:
            time.sleep(0.5)
    raise SystemExit("LibreOffice did not answer")


source, target = (Path(name).resolve() for name in sys.argv[1:3])
with tempfile.TemporaryDirectory() as profile:
    pipe = f"yikao{time.time_ns()}"
    office = subprocess.Popen(
        ["soffice", "--headless", "--norestore", f"-env:UserInstallation=file://{profile}", f"--accept=pipe,name={pipe};urp;"]
    )
    desktop = connect(pipe)
    document = desktop.loadComponentFromURL(source.as_uri(), "_blank", 0, (prop("Hidden", True),))
    sheet = document.Sheets.getByIndex(0)
    columns, rows = sheet.Columns, sheet.Rows
    width = 0
    while sheet.getCellByPosition(width, 0).String != "":
        width += 1
    rows.removeByIndex(1, 1)
    # Cut the last column, put it before the first.
    columns.insertByIndex(0, 1)
    last = sheet.getCellRangeByPosition(width, 0, width, 99).RangeAddress
    sheet.moveRange(sheet.getCellByPosition(0, 0).CellAddress, last)
    # A column of the person's own, in front of all.
    columns.insertByIndex(0, 1)
    for column in range(width + 1):
        sheet.getCellByPosition(column, 0).String = f"列{column}"
    for column, value in enumerate(["自己的", "启用", "专业", "绘画", "7"]):
        sheet.getCellByPosition(column, 1).String = value
    document.storeToURL(target.as_uri(), (prop("FilterName", "Calc MS Excel 2007 XML"),))
    document.close(True)
    try:
        desktop.terminate()
    except Exception:
        pass
    office.wait(30)
