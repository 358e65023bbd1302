import { describe, expect, it } from 'vitest';
import { openWorkbook } from '../index.ts';
import { cellsOf, fileWith, readAll, refusal, xlsxFile } from '../testing/files.ts';
import { xlsxParts } from '../testing/xlsx.ts';
import { zipOf } from '../testing/zip.ts';

const inline = (text: string): string => `<c t="inlineStr"><is>${text}</is></c>`;
const row = (...cells: string[]): string => `<row>${cells.join('')}</row>`;

async function values(rows: string, more: Parameters<typeof xlsxFile>[0] = {}): Promise<unknown[][]> {
  return cellsOf(xlsxFile({ ...more, rows }));
}

describe('text in xlsx', () => {
  it('reads inline strings, formula strings and shared strings', async () => {
    const rows = row(inline('<t>甲</t>'), '<c t="str"><f>A1</f><v>乙</v></c>', '<c t="s"><v>1</v></c>');
    expect(await values(rows, { strings: '<si><t>零</t></si><si><t>丙</t></si>' })).toEqual([
      ['甲', '乙', '丙'],
    ]);
  });

  it('reads shared strings that stand before the sheet as well as after it', async () => {
    const strings = '<si><t>甲</t></si>';
    const rows = row('<c t="s"><v>0</v></c>');
    expect(await values(rows, { strings, stringsFirst: true })).toEqual([['甲']]);
    expect(await values(rows, { strings, stringsFirst: false })).toEqual([['甲']]);
  });

  it('joins the runs of rich text and leaves phonetic guides out', async () => {
    const rich =
      '<r><rPr><b/></rPr><t>中央</t></r><r><t xml:space="preserve"> 美院</t></r><rPh sb="0" eb="2"><t>ちゅうおう</t></rPh><phoneticPr fontId="1"/>';
    expect(await values(row(inline(rich), '<c t="s"><v>0</v></c>'), { strings: `<si>${rich}</si>` })).toEqual(
      [['中央 美院', '中央 美院']],
    );
  });

  it('keeps empty strings, and counts an empty shared string', async () => {
    const strings = '<si/><si><t/></si><si><t>x</t></si>';
    const rows = row(
      '<c t="s"><v>0</v></c>',
      '<c t="s"><v>1</v></c>',
      '<c t="s"><v>2</v></c>',
      inline('<t></t>'),
    );
    expect(await values(rows, { strings })).toEqual([['', '', 'x', '']]);
  });

  it('resolves entities, character numbers, CDATA, comments and Excel’s own escapes', async () => {
    expect(
      await values(
        row(
          inline('<t>a &lt;b&gt; &amp;amp; &quot;c&quot; &apos;d&apos;</t>'),
          inline('<t>&#20013;&#x6587;&#x1F600;</t>'),
          inline('<t>x<![CDATA[<b>&amp;</b>]]>y<!-- no -->z</t>'),
          inline('<t>_x000D__x005F_x0041__xD83D__xDE00_</t>'),
          inline('<t>&nbsp; &unknown; & ;</t>'),
        ),
      ),
    ).toEqual([
      ['a <b> &amp; "c" \'d\'', '中文😀', 'x<b>&amp;</b>yz', '\r_x0041_😀', '&nbsp; &unknown; & ;'],
    ]);
  });

  it('keeps spaces at both ends, line feeds, tabs and emoji, and makes every line end a line feed', async () => {
    expect(
      await values(row(inline('<t xml:space="preserve">  a\r\nb\rc\n\td 👩‍🎨 </t>'), inline('<t> b </t>'))),
    ).toEqual([['  a\nb\nc\n\td 👩‍🎨 ', ' b ']]);
  });

  it('reads parts in UTF-16 and those with a byte order mark', async () => {
    const sheet = `<worksheet><sheetData>${row(inline('<t>甲乙</t>'))}</sheetData></worksheet>`;
    const little = Buffer.from(`\ufeff${sheet}`, 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const part of [little, big, Buffer.from(`\ufeff${sheet}`)]) {
      expect(await cellsOf(xlsxFile({ sheet: part }))).toEqual([['甲乙']]);
    }
  });

  it('reads Chinese text across the chunks in which a large part is unpacked', async () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `招生院校专业组考试科目说明第${index}条`);
    const strings = texts.map(text => `<si><t>${text}</t></si>`).join('');
    const rows = texts
      .map((text, index) => row(inline(`<t>${text}</t>`), `<c t="s"><v>${index}</v></c>`))
      .join('');
    expect(await values(rows, { strings })).toEqual(texts.map(text => [text, text]));
  });
});

describe('cells and rows', () => {
  it('reads a sheet whose elements have prefixes', async () => {
    const sheet =
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c><x:c r="B1" t="inlineStr"><x:is><x:t>乙</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>';
    expect(await cellsOf(xlsxFile({ sheet }))).toEqual([[1, '乙']]);
  });

  it('places cells and rows that have no reference after the ones before', async () => {
    const { rows } = await readAll(
      xlsxFile({
        rows: '<row><c><v>1</v></c><c r="C1"><v>2</v></c><c><v>3</v></c></row><row r="5"><c><v>4</v></c></row><row><c><v>5</v></c></row>',
      }),
    );
    expect(rows).toEqual([
      { number: 1, cells: [1, undefined, 2, 3] },
      { number: 5, cells: [4] },
      { number: 6, cells: [5] },
    ]);
  });

  it('goes by the rows and not by a wrong dimension, and takes data that begins anywhere', async () => {
    const sheet =
      '<worksheet><dimension ref="A1"/><sheetData><row r="7" spans="3:4"><c r="C7"><v>1</v></c><c r="AB7"><v>2</v></c></row></sheetData></worksheet>';
    const { rows } = await readAll(xlsxFile({ sheet }));
    expect(rows.map(({ number }) => number)).toEqual([7]);
    expect(Object.entries(rows[0]!.cells)).toEqual([
      ['2', 1],
      ['27', 2],
    ]);
  });

  it('leaves out thousands of empty styled rows and cells, and counts them', async () => {
    const styled = Array.from(
      { length: 50_000 },
      (_, index) => `<row r="${index + 2}" s="1" customFormat="1"><c r="A${index + 2}" s="1"/></row>`,
    );
    const bare = Array.from({ length: 50_000 }, (_, index) => `<row r="${index + 50_002}" ht="14"/>`);
    const { rows } = await readAll(
      xlsxFile({
        rows: `<row r="1"><c r="A1"><v>1</v></c></row>${styled.join('')}${bare.join('')}<row><c><v>2</v></c></row>`,
      }),
    );
    expect(rows).toEqual([
      { number: 1, cells: [1] },
      { number: 100_002, cells: [2] },
    ]);
  });

  it('gives a merged range its value in the first cell, and counts the ranges', async () => {
    const sheet =
      '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"/></row></sheetData><mergeCells count="2"><mergeCell ref="A1:B1"/><mergeCell ref="C1:C9"/></mergeCells></worksheet>';
    const { rows, notes } = await readAll(xlsxFile({ sheet }));
    expect(rows).toEqual([{ number: 1, cells: [1] }]);
    expect(notes).toMatchObject({ mergedRanges: 2, formulaCells: 0, hiddenRows: 0 });
  });

  it('gives hidden rows like any other or leaves those below a row out, and counts those with values', async () => {
    const sheet =
      '<worksheet><sheetData><row r="1" ht="15"><c><v>1</v></c></row><row hidden="1" r="2"><c><v>2</v></c></row><row r="3" spans="1:1" hidden="true"><c><v>3</v></c></row><row r="4" hidden="1"><c/></row><row r="5" hidden="0"><c><v>5</v></c></row></sheetData></worksheet>';
    const { rows, notes } = await readAll(xlsxFile({ sheet }));
    expect(rows.map(({ number, cells }) => [number, cells[0]])).toEqual([1, 2, 3, 5].map(n => [n, n]));
    expect(notes.hiddenRows).toBe(2);
    const visible = await readAll(xlsxFile({ sheet }), 0, { visibleBelow: 2 });
    expect(visible.rows.map(({ number }) => number)).toEqual([1, 2, 5]);
    expect(visible.notes.hiddenRows).toBe(2);
  });

  it('gives formulas their stored values, tells those without one, and counts them', async () => {
    const { rows, notes } = await readAll(
      xlsxFile({
        rows: row(
          '<c><f>1+1</f><v>2</v></c>',
          '<c t="str"><f>A1&amp;"&lt;"</f><v>文</v></c>',
          '<c><f>NOW()</f></c>',
          '<c><f t="shared" si="0"/><v>3</v></c>',
        ),
      }),
    );
    expect(rows[0]!.cells).toEqual([2, '文', { kind: 'error', text: '=NOW()', why: 'noResult' }, 3]);
    expect(notes.formulaCells).toBe(4);
  });

  it('reads booleans and error values', async () => {
    expect(
      await values(
        row(
          '<c t="b"><v>1</v></c>',
          '<c t="b"><v>0</v></c>',
          '<c t="e"><v>#N/A</v></c>',
          '<c t="b"><v>true</v></c>',
        ),
      ),
    ).toEqual([[true, false, { kind: 'error', text: '#N/A' }, true]]);
  });

  it('reads attributes in any order and quoting, unknown ones and white space among them', async () => {
    expect(
      await values(
        `<row x="y > z" r='1' >\n <c s='0' foo="r" t = "n" r="B1" ><v >1</v ></c >\n <c\n r="C1"><extLst><ext><v>9</v></ext></extLst></c></row >`,
      ),
    ).toMatchObject([{ 1: 1 }]);
  });

  it('decodes only the wanted columns', async () => {
    const workbook = await openWorkbook(
      xlsxFile({ rows: row('<c><v>1</v></c>', inline('<t>x</t>'), '<c t="s"><v>99</v></c>') }),
    );
    const rows = [];
    for await (const batch of workbook.rows(0, { columns: new Set([1]) })) rows.push(...batch);
    await workbook.close();
    expect(rows).toEqual([{ number: 1, cells: [undefined, 'x'] }]);
  });
});

describe('numbers', () => {
  it('reads numbers as the doubles nearest to them', async () => {
    const texts = [
      '0',
      '-1.5',
      '0.1',
      '123456789012345',
      '1E-3',
      '0.30000000000000004',
      '2.5e+10',
      '-0',
      '007',
      '.5',
    ];
    expect(await values(row(...texts.map(text => `<c><v>${text}</v></c>`)))).toEqual([
      [0, -1.5, 0.1, 123456789012345, 0.001, 0.30000000000000004, 25_000_000_000, 0, 7, 0.5],
    ]);
  });

  it('keeps the digits of an 18-digit number that stands intact, and marks one that was rounded', async () => {
    const texts = ['440351672912345678', '4.40351672900000E+17', '440351672900000000', '440351672912345660'];
    expect(await values(row(...texts.map(text => `<c><v>${text}</v></c>`)))).toEqual([
      [
        { kind: 'number', text: '440351672912345678', rounded: false },
        { kind: 'number', text: '4.40351672900000E+17', rounded: true },
        { kind: 'number', text: '440351672900000000', rounded: true },
        { kind: 'number', text: '440351672912345660', rounded: true },
      ],
    ]);
  });
});

describe('dates', () => {
  const styles = (...formats: (number | string)[]): string => {
    const custom = formats.flatMap((format, index) =>
      typeof format === 'string'
        ? [`<numFmt numFmtId="${200 + index}" formatCode="${format.replaceAll('"', '&quot;')}"/>`]
        : [],
    );
    const xfs = formats.map(
      (format, index) => `<xf numFmtId="${typeof format === 'string' ? 200 + index : format}"/>`,
    );
    return `<numFmts>${custom.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs.join('')}</cellXfs>`;
  };
  const dated = async (value: string, formats: (number | string)[], properties = ''): Promise<unknown[]> => {
    const cells = formats.map((_, index) => `<c s="${index}"><v>${value}</v></c>`);
    const [first] = await values(row(...cells), { styles: styles(...formats), properties });
    return first!.map(cell => {
      if (typeof cell !== 'object' || cell === null) return cell;
      return 'value' in cell ? cell.value : 'text' in cell ? cell.text : cell;
    });
  };

  it('reads the built-in formats, the Chinese ones among them', async () => {
    expect(
      await dated('45000', [14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]),
    ).toEqual(Array.from({ length: 17 }, () => '2023-03-15'));
    expect(await dated('0.5', [18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56])).toEqual(
      Array.from({ length: 12 }, () => '12:00:00'),
    );
    expect(await dated('45000.25', [22, 0, 1, 2, 49])).toEqual([
      '2023-03-15 06:00:00',
      45000.25,
      45000.25,
      45000.25,
      45000.25,
    ]);
  });

  it('reads custom formats with Chinese literals, colours, locales and halves of the day', async () => {
    expect(
      await dated('45000.75', [
        'yyyy"年"m"月"d"日"',
        'yyyy年m月d日',
        '[$-804]yyyy/m/d h:mm',
        '[Red]yyyy\\-mm\\-dd',
        'm"月"d"日" 上午/下午 h"时"',
        '[DBNum1][$-804]yyyy"年"m"月";@',
        'e年m月',
      ]),
    ).toEqual(Array.from({ length: 7 }, () => '2023-03-15 18:00:00'));
  });

  it('does not take numbers for dates because of letters in their format', async () => {
    expect(
      await dated('45000', [
        '0.00"days"',
        '#,##0\\d',
        '0.00E+00',
        'General',
        '[Red]0',
        '"y"0',
        '0_d',
        'G/通用格式"年"',
        '[>100]0',
      ]),
    ).toEqual(Array.from({ length: 9 }, () => 45000));
  });

  it('shows times, and durations past 24 hours', async () => {
    expect(await dated('1.5', ['[h]:mm:ss', 'h:mm', '[mm]:ss'])).toEqual([
      '36:00:00',
      '1900-01-01 12:00:00',
      '36:00:00',
    ]);
    expect(await dated('0.999994', ['h:mm:ss'])).toEqual(['23:59:59']);
    expect(await dated('0.9999999', ['h:mm:ss', 'yyyy-mm-dd'])).toEqual(['00:00:00', '1900-01-01']);
  });

  it('knows the false 29 February 1900, the day before the first and the last day', async () => {
    for (const [serial, text] of Object.entries({
      1: '1900-01-01',
      59: '1900-02-28',
      60: '1900-02-29',
      61: '1900-03-01',
      2958465: '9999-12-31',
    })) {
      expect(await dated(serial, [14])).toEqual([text]);
    }
    expect(await dated('0', ['yyyy-mm-dd'])).toEqual(['1900-01-00']);
    expect(await dated('-1', [14])).toEqual([-1]);
    expect(await dated('2958466', [14])).toEqual([2958466]);
  });

  it('counts from 1904 where the workbook says so', async () => {
    expect(await dated('0', [14], 'date1904="1"')).toEqual(['1904-01-01']);
    expect(await dated('43538.5', [14], 'date1904="true"')).toEqual(['2023-03-15 12:00:00']);
  });

  it('reads ISO dates', async () => {
    const texts = ['2023-03-15', '2023-03-15T08:30:00', '2023-03-15T08:30:00.123Z', '08:30', 'soon'];
    const [first] = await values(row(...texts.map(text => `<c t="d"><v>${text}</v></c>`)));
    expect(first).toEqual([
      { kind: 'date', text: '2023-03-15' },
      { kind: 'date', text: '2023-03-15 08:30:00' },
      { kind: 'date', text: '2023-03-15 08:30:00' },
      { kind: 'date', text: '08:30:00' },
      'soon',
    ]);
  });
});

describe('the package', () => {
  const rows = row('<c><v>1</v></c>');

  it('reads the other sheets of a file that lacks the part of one, and refuses that one alone', async () => {
    const both = '<sheet name="一" sheetId="1" r:id="rId1"/><sheet name="二" sheetId="2" r:id="rId4"/>';
    const path = xlsxFile({ rows, sheetList: both });
    expect((await readAll(path)).rows.length).toBeGreaterThan(0);
    await expect(readAll(path, 1)).rejects.toMatchObject({ code: 'corrupt' });
    expect(await refusal(xlsxFile({ sheetList: '<sheet name="二" sheetId="2" r:id="rId4"/>' }))).toBe(
      'corrupt',
    );
  });

  it('lists sheets by name, hidden ones marked, charts left out, and reads the chosen one', async () => {
    const path = xlsxFile({
      rows,
      sheetList:
        '<sheet name="甲 &amp; 乙" sheetId="9" r:id="rId1" state="hidden"/><sheet name="二" sheetId="2" r:id="rId4"/><sheet name="chart" sheetId="3" r:id="rId9"/>',
      extra: {
        'xl/worksheets/sheet2.xml':
          '<worksheet><sheetData><row><c><v>2</v></c></row></sheetData></worksheet>',
      },
    });
    const { sheets, rows: second } = await readAll(path, 1);
    expect(sheets).toEqual([
      { name: '甲 & 乙', index: 0, hidden: true },
      { name: '二', index: 1, hidden: false },
    ]);
    expect(second).toEqual([{ number: 1, cells: [2] }]);
  });

  it('follows relative and absolute targets, and names in another case', async () => {
    for (const target of [
      'worksheets/sheet1.xml',
      '/xl/worksheets/sheet1.xml',
      './worksheets/../worksheets/sheet1.xml',
      'Worksheets/Sheet1.xml',
    ]) {
      expect(await values(rows, { target })).toEqual([[1]]);
    }
  });

  it('reads stored parts, data descriptors and ZIP64', async () => {
    const parts = xlsxParts({ rows });
    const sheet = parts['xl/worksheets/sheet1.xml'] as string;
    for (const form of [
      { stored: true },
      { dataDescriptor: true },
      { zip64: true },
      { stored: true, dataDescriptor: true },
    ]) {
      const path = fileWith(zipOf({ ...parts, 'xl/worksheets/sheet1.xml': { content: sheet, ...form } }));
      expect(await cellsOf(path)).toEqual([[1]]);
    }
  });

  it('reads the one workbook inside a plain zip', async () => {
    const inner = zipOf(xlsxParts({ rows }));
    expect((await readAll(fileWith(zipOf({ '日历.xlsx': inner })))).rows).toEqual([
      { number: 1, cells: [1] },
    ]);
    const csv = await readAll(fileWith(zipOf({ 'a.csv': '甲,乙', '__MACOSX/._a.csv': 'x' })));
    expect(csv).toMatchObject({ format: 'csv', rows: [{ number: 1, cells: ['甲', '乙'] }] });
  });

  it('can be read twice, and left early', async () => {
    const many = Array.from({ length: 30_000 }, (_, index) =>
      row(`<c><v>${index}</v></c>`, inline(`<t>第${index}行</t>`)),
    );
    const workbook = await openWorkbook(xlsxFile({ rows: many.join('') }));
    for await (const batch of workbook.rows(0)) {
      expect(batch[0]!.cells[0]).toBe(0);
      break;
    }
    let count = 0;
    for await (const batch of workbook.rows(0)) count += batch.length;
    await workbook.close();
    expect(count).toBe(30_000);
  });
});
