import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { biffStream, biffText, f8, join, ole2With, type TestRecord, u1, u2 } from '../testing/biff.ts';
import { cellsOf, fileWith, refusal } from '../testing/files.ts';

const sample = (name: string): string =>
  fileURLToPath(new URL(`../samples/encrypted/${name}`, import.meta.url));

test('a file that is encrypted though nobody has set a password is opened', async () => {
  for (const name of ['agile.xlsx', 'standard.xlsx']) {
    const [header, row] = await cellsOf(sample(name));
    expect(header?.slice(0, 2)).toEqual(['数据年份*', '省份*']);
    expect(row?.slice(0, 3)).toEqual([2026, '湖南', '美术与设计类']);
  }
  expect(await cellsOf(sample('libreoffice.xls'))).toEqual([['职业', 12.5]]);
});

test('a file with a password of its own is refused as such', async () => {
  expect(await refusal(sample('another-password.xlsx'))).toBe('encrypted');
  expect(await refusal(fileWith(ole2With('EncryptedPackage', Buffer.alloc(5000))))).toBe('encrypted');
  const rc4: TestRecord = [0x002f, join(u2(1, 1, 1), Buffer.alloc(48, 7))];
  for (const filePass of [rc4, [0x002f, u2(0, 1, 2)], [0x002f, u2(9)]] as TestRecord[]) {
    const stream = withFilePass(filePass);
    expect(await refusal(fileWith(ole2With('Workbook', stream)))).toBe('encrypted');
  }
});

/** A stream whose second record describes the encryption of the others. */
function withFilePass([type, content]: TestRecord): Buffer {
  const plain = biffStream({ sheets: [{ records: [] }] });
  const afterBof = 4 + plain.readUInt16LE(2);
  return join(plain.subarray(0, afterBof), u2(type, content.length), content, plain.subarray(afterBof));
}

const password = [...Buffer.from('VelvetSweatshop')];

test('the obfuscation of the time before is undone as well', async () => {
  const key = 0x1234;
  let verifier = 0;
  for (const byte of [password.length, ...password].toReversed()) {
    verifier = (((verifier >> 14) & 1) | ((verifier << 1) & 0x7fff)) ^ byte;
  }
  const head = join(u2(0x0809, 16, 0x0600, 5), Buffer.alloc(12));
  const filePass = join(u2(0x002f, 6), u2(0, key, verifier ^ 0xce4b));
  const records: TestRecord[] = [
    [0x0809, join(u2(0x0600, 0x10), Buffer.alloc(12))],
    [0x0204, join(u2(0, 0, 0), biffText('职业'))],
    [0x0203, join(u2(0, 1, 0), f8(12.5))],
    [0x000a, Buffer.alloc(0)],
  ];
  const name = biffText('一', 1);
  const sheetAt = head.length + filePass.length + 4 + 6 + name.length + 4;
  const all: TestRecord[] = [
    [0x0085, join(u2(sheetAt, 0), u1(0, 0), name)],
    [0x000a, Buffer.alloc(0)],
    ...records,
  ];
  const signs = [...password, 0xbb].map((byte, at) => {
    const mixed = byte ^ (at % 2 === 0 ? key & 0xff : key >> 8);
    return ((mixed >> 1) | (mixed << 7)) & 0xff;
  });
  const parts = [head, filePass];
  let place = head.length + filePass.length;
  for (const [type, content] of all) {
    const bytes = Buffer.from(content);
    const from = type === 0x0809 ? bytes.length : type === 0x0085 ? 4 : 0;
    for (let at = from; at < bytes.length; at++) {
      const turned = ((bytes[at]! << 5) | (bytes[at]! >> 3)) & 0xff;
      bytes[at] = turned ^ signs[(place + 4 + bytes.length + at) % 16]!;
    }
    parts.push(u2(type, bytes.length), bytes);
    place += 4 + bytes.length;
  }
  expect(await cellsOf(fileWith(ole2With('Workbook', join(...parts))))).toEqual([['职业', 12.5]]);
});
