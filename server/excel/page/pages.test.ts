import { expect, test } from 'vitest';
import { cellsOf, fileWith, readAll, refusal } from '../testing/files.ts';

test('a page under the name of a workbook is read as a spreadsheet program opens it', async () => {
  const page = `<html><head><title>x</title><style>td{}</style></head><body><p>前言</p><table>
    <tr><td colspan="3">标题</td></tr><tr><th>行业<th>职业<th>代码</tr>
    <tr><td>艺术&nbsp;设计<td>甲<br>乙 <b>丙</b></td><td x:num="12">00012</td></tr>
    <tr style="display:none"><td>隐</td></tr>
    <tr><td><img src="http://example.invalid/a.png"></td><td><input value="值"><input type="hidden" value="不"></td><td>&lt;&amp;&#20013;</td></tr>
    </table><script>document.write('<table><tr><td>run</td></tr></table>')</script></body></html>`;
  for (const name of ['a.xls', 'a.xlsx', 'a.csv']) {
    const { format, rows } = await readAll(fileWith(page), 0, { name, visibleBelow: 0 });
    expect(format).toBe('html');
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['标题'],
      ['行业', '职业', '代码'],
      ['艺术 设计', '甲\n乙 丙', { kind: 'formatted', value: 12, text: '00012' }],
      [{ kind: 'error', text: '', why: 'picture' }, '值', '<&中'],
    ]);
  }
});

test('a page is read in the encoding that its bytes or its own word tell', async () => {
  const gb = Buffer.from([0xd6, 0xb0, 0xd2, 0xb5]);
  const page = Buffer.concat([
    Buffer.from('<html><meta charset=gb2312><table><tr><td>'),
    gb,
    Buffer.from('</td></tr></table></html>'),
  ]);
  const big5 = Buffer.concat([
    Buffer.from('<html><meta charset="big5"><table><tr><td>'),
    Buffer.from([0xa4, 0xa4, 0xa4, 0xe5]),
    Buffer.from('</td></tr></table></html>'),
  ]);
  const wide = Buffer.from('\ufeff<table><tr><td>职业</td></tr></table>', 'utf16le');
  expect(await cellsOf(fileWith(page))).toEqual([['职业']]);
  expect(await cellsOf(fileWith(big5))).toEqual([['中文']]);
  expect(await cellsOf(fileWith(wide))).toEqual([['职业']]);
});

test('a page that was saved with its pictures is read, encoded in either way', async () => {
  const table = '<html><body><table><tr><td>职业</td></tr></table></body></html>';
  const quoted = [...Buffer.from(table)]
    .map(byte =>
      byte > 126 || byte === 61 ? `=${byte.toString(16).toUpperCase()}` : String.fromCharCode(byte),
    )
    .join('')
    .replace('<body>', '=\r\n<body>');
  for (const [how, content] of [
    ['quoted-printable', quoted],
    ['base64', Buffer.from(table).toString('base64')],
  ]) {
    const archive = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: ${how}\r\n\r\n${content}\r\n--b--\r\n`;
    expect(await cellsOf(fileWith(archive))).toEqual([['职业']]);
  }
});

test('an XML sheet of Excel 2003 is read with its sheets, places, formats and dates', async () => {
  const data = (type: string, value: string) => `<Data ss:Type="${type}">${value}</Data>`;
  const xml = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="s1"><NumberFormat ss:Format="00000"/></Style></Styles>
    <Worksheet ss:Name="一"><Table><Row ss:Index="3"><Cell>${data('String', '甲&amp;乙')}<Comment>${data('String', 'x')}</Comment></Cell><Cell ss:Index="3" ss:StyleID="s1">${data('Number', '12')}</Cell><Cell>${data('DateTime', '2027-01-21T09:00:00.000')}</Cell><Cell>${data('DateTime', '2027-01-21T00:00:00.000')}</Cell><Cell ss:Formula="=1+1"/><Cell>${data('Boolean', '1')}</Cell><Cell>${data('Error', '#N/A')}</Cell></Row></Table><x:WorksheetOptions><x:Visible>SheetHidden</x:Visible></x:WorksheetOptions></Worksheet>
    <Worksheet ss:Name="二"><Table><Row><Cell>${data('String', '二')}</Cell></Row></Table></Worksheet></Workbook>`;
  const { format, sheets, rows } = await readAll(fileWith(xml));
  expect(format).toBe('xml');
  expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
    ['一', true],
    ['二', false],
  ]);
  expect(rows).toEqual([
    {
      number: 3,
      cells: [
        '甲&乙',
        undefined,
        { kind: 'formatted', value: 12, text: '00012' },
        { kind: 'date', text: '2027-01-21 09:00:00' },
        { kind: 'date', text: '2027-01-21' },
        { kind: 'error', text: '=1+1', why: 'noResult' },
        true,
        { kind: 'error', text: '#N/A' },
      ],
    },
  ]);
  expect(await cellsOf(fileWith(xml), 1)).toEqual([['二']]);
});

test('markup that is no table is refused with what to do, and a hostile one within its bounds', async () => {
  expect(await refusal(fileWith('<html><body>no table</body></html>'))).toBe('noTable');
  expect(await refusal(fileWith('<svg xmlns="x"/>'))).toBe('unsupportedFormat');
  expect(await refusal(fileWith('{\\rtf1 x}'))).toBe('unsupportedFormat');
  expect(await refusal(fileWith('<?xml version="1.0"?><other/>'))).toBe('unsupportedFormat');
  expect(await refusal(fileWith(`<table><tr>${'<td colspan="1000">x</td>'.repeat(20)}</tr></table>`))).toBe(
    'tooManyCells',
  );
  expect(await refusal(fileWith('<table>'.repeat(100)))).toBe('corrupt');
  expect(await refusal(fileWith(`<table><tr><td><!--${'x'.repeat(9_000_000)}`))).toBe('rowTooLarge');
});
