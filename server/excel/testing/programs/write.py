"""Writes planned workbooks with openpyxl and xlsxwriter: `python3 write.py openpyxl|xlsxwriter folder < plans.json`."""
import datetime
import json
import sys

program, folder = sys.argv[1], sys.argv[2]
formats = {"date": "yyyy-mm-dd", "dateTime": "yyyy-mm-dd hh:mm:ss"}


def moment(text):
    return datetime.datetime.strptime(text, "%Y-%m-%d %H:%M:%S" if " " in text else "%Y-%m-%d")


def with_openpyxl(plan, path):
    import openpyxl
    from openpyxl.utils.datetime import CALENDAR_MAC_1904

    book = openpyxl.Workbook()
    if plan["date1904"]:
        book.epoch = CALENDAR_MAC_1904
    sheet = book.active
    for number, row in enumerate(plan["rows"], 1):
        for column, cell in enumerate(row, 1):
            if cell is None:
                continue
            place = sheet.cell(number, column)
            if cell["kind"] == "text":
                place.value = cell["text"]
                place.data_type = "s"
                place.number_format = "@"
            elif cell["kind"] == "number":
                place.value = cell["value"]
                place.number_format = cell["format"]
            elif cell["kind"] == "date":
                place.value = moment(cell["text"])
                place.number_format = formats["dateTime" if " " in cell["text"] else "date"]
            elif cell["kind"] == "boolean":
                place.value = cell["value"]
            else:
                place.value = "=" + cell["code"]
    for first, last in plan["merged"]:
        sheet.merge_cells(start_row=first, end_row=last, start_column=1, end_column=1)
    book.save(path)


def with_xlsxwriter(plan, path):
    import xlsxwriter

    book = xlsxwriter.Workbook(path, {"date_1904": plan["date1904"], "constant_memory": plan["inline"], "strings_to_numbers": False})
    sheet = book.add_worksheet()
    made = {}

    def style(code):
        if code not in made:
            made[code] = book.add_format({"num_format": code})
        return made[code]

    merged = {} if plan["inline"] else {first: last for first, last in plan["merged"]}
    for number, row in enumerate(plan["rows"]):
        for column, cell in enumerate(row):
            if cell is None:
                continue
            if cell["kind"] == "text":
                if column == 0 and number + 1 in merged:
                    sheet.merge_range(number, 0, merged[number + 1] - 1, 0, cell["text"], style("@"))
                else:
                    sheet.write_string(number, column, cell["text"], style("@"))
            elif cell["kind"] == "number":
                sheet.write_number(number, column, cell["value"], style(cell["format"]))
            elif cell["kind"] == "date":
                code = formats["dateTime" if " " in cell["text"] else "date"]
                sheet.write_datetime(number, column, moment(cell["text"]), style(code))
            elif cell["kind"] == "boolean":
                sheet.write_boolean(number, column, cell["value"])
            elif cell["known"]:
                sheet.write_formula(number, column, "=" + cell["code"], None, cell["value"])
            else:
                sheet.write_formula(number, column, "=" + cell["code"])
    book.close()


for plan in json.load(sys.stdin):
    write = with_openpyxl if program == "openpyxl" else with_xlsxwriter
    write(plan, folder + "/" + plan["name"])
