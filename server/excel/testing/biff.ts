/** One record of a hand-made xls: its type and content. */
export type TestRecord = readonly [type: number, content: Buffer];

/** Little-endian numbers: `u2(1, 2)` is two numbers of two bytes. */
export function u2(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2);
  return bytes;
}
/** Little-endian numbers of four bytes. */
export function u4(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, index * 4);
  return bytes;
}
/** A little-endian double. */
export function f8(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}
/** Bytes. */
export const u1 = (...values: number[]): Buffer => Buffer.from(values);
/** Buffers one behind the other. */
export const join = (...parts: Buffer[]): Buffer => Buffer.concat(parts);

/** A text of BIFF8 with one byte per character, or two if necessary. */
export function biffText(text: string, lengthBytes: 1 | 2 = 2): Buffer {
  const wide = /[\u0100-\uffff]/.test(text);
  const length = lengthBytes === 1 ? u1(text.length) : u2(text.length);
  return join(length, u1(wide ? 1 : 0), Buffer.from(text, wide ? 'utf16le' : 'latin1'));
}

const bof = (type: number, version = 0x0600): TestRecord => [
  0x0809,
  join(u2(version, type), Buffer.alloc(12)),
];
const eof: TestRecord = [0x000a, Buffer.alloc(0)];

/** The content of a hand-made xls. */
export interface TestXls {
  /** Records before the sheets, such as strings and formats. */
  readonly globals?: readonly TestRecord[];
  /** Records of each sheet. */
  readonly sheets?: readonly {
    name?: string;
    hidden?: number;
    type?: number;
    records: readonly TestRecord[];
  }[];
  readonly version?: number;
  /** Name of the stream. */
  readonly stream?: string;
  /** Leaves out the end of the last sheet. */
  readonly unended?: boolean;
}

/** The Workbook stream of an xls. */
export function biffStream(workbook: TestXls): Buffer {
  const bytesOf = (records: readonly TestRecord[]): Buffer =>
    join(...records.map(([type, content]) => join(u2(type, content.length), content)));
  const sheets = workbook.sheets ?? [{ records: [] }];
  const bodies = sheets.map(({ records }, index) =>
    bytesOf([
      bof(0x10),
      ...records,
      ...(workbook.unended === true && index === sheets.length - 1 ? [] : [eof]),
    ]),
  );
  const globals = (positions: readonly number[]): Buffer =>
    bytesOf([
      bof(5, workbook.version),
      ...sheets.map(
        ({ name = 'Sheet', hidden = 0, type = 0 }, index): TestRecord => [
          0x0085,
          join(u4(positions[index]!), u1(hidden, type), biffText(name, 1)),
        ],
      ),
      ...(workbook.globals ?? []),
      eof,
    ]);
  const start = globals(sheets.map(() => 0)).length;
  let position = start;
  const positions = bodies.map(body => {
    position += body.length;
    return position - body.length;
  });
  return join(globals(positions), ...bodies);
}

/** A compound file with one stream; small ones go into the mini stream, as the format requires. */
export function ole2With(name: string, content: Buffer): Buffer {
  const small = content.length < 4096;
  const sectorsOf = (bytes: number): number => Math.ceil(bytes / 512);
  const body = small
    ? Buffer.alloc(sectorsOf(content.length) * 512)
    : Buffer.alloc(sectorsOf(content.length) * 512);
  content.copy(body);
  const bodySectors = body.length / 512;
  // Sectors: the tables, the directory, for a small stream its table, then the content.
  let tableSectors = 1;
  while (tableSectors * 128 < tableSectors + 2 + bodySectors) tableSectors++;
  const directorySector = tableSectors;
  const miniTableSector = tableSectors + 1;
  const first = tableSectors + 2;
  const table = Array.from({ length: tableSectors * 128 }, (_, sector) => {
    if (sector < tableSectors) return 0xfffffffd;
    if (sector < first) return 0xfffffffe;
    if (sector >= first + bodySectors) return 0xffffffff;
    return sector === first + bodySectors - 1 ? 0xfffffffe : sector + 1;
  });
  const miniCount = Math.ceil(content.length / 64);
  const miniTable = Array.from({ length: 128 }, (_, sector) =>
    sector >= miniCount ? 0xffffffff : sector === miniCount - 1 ? 0xfffffffe : sector + 1,
  );
  const entry = (entryName: string, type: number, child: number, start: number, size: number): Buffer => {
    const bytes = Buffer.alloc(128);
    bytes.write(entryName, 0, 'utf16le');
    bytes.writeUInt16LE((entryName.length + 1) * 2, 64);
    bytes[66] = type;
    bytes.writeUInt32LE(0xffffffff, 68);
    bytes.writeUInt32LE(0xffffffff, 72);
    bytes.writeUInt32LE(child, 76);
    bytes.writeUInt32LE(start, 116);
    bytes.writeUInt32LE(size, 120);
    return bytes;
  };
  const header = Buffer.alloc(512);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(tableSectors, 44);
  header.writeUInt32LE(directorySector, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(small ? miniTableSector : 0xfffffffe, 60);
  header.writeUInt32LE(0xfffffffe, 68);
  for (let index = 0; index < 109; index++)
    header.writeUInt32LE(index < tableSectors ? index : 0xffffffff, 76 + index * 4);
  return join(
    header,
    u4(...table),
    entry('Root Entry', 5, 1, small ? first : 0xfffffffe, small ? content.length : 0),
    entry(name, 2, 0xffffffff, small ? 0 : first, content.length),
    Buffer.alloc(256),
    u4(...miniTable),
    body,
  );
}
