import fc from 'fast-check';
import {
  type DrawnPaper,
  drawnPaper,
  type WrittenLine,
  type WrittenPaper,
  writePaper,
} from './drawn-paper.ts';

/** Mistakes that people make in a paper. */
const damages = [
  'dropLetter',
  'skipOption',
  'doubleOption',
  'doubleNumber',
  'dropNumber',
  'dropKey',
  'doubleKey',
  'shorterList',
  'longerList',
  'dropLine',
  'swapLines',
  'strangeLine',
  'cutLetter',
] as const;

/** A line that belongs to no question. */
export const strangeLine = '䀀䀁䀂，见附录䀃䀄';

/** A written paper with one mistake. */
export interface DamagedPaper extends WrittenPaper {
  readonly name: string;
}

const number = /^(?:\d+[.．、）)]\s?|（\d+）|第\d+题 |[①-⑳㉑-㉟⑴-⒇]|\(\d+\))/;
const mark = /^(?:（[A-F]）|[A-FＡ-Ｆ][.．、）]\s?)/;

function damaged(drawn: DrawnPaper, name: (typeof damages)[number], pick: number): DamagedPaper {
  const { lines, truth } = writePaper(drawn);
  const places = (wanted: (line: WrittenLine, at: number) => boolean) =>
    lines.flatMap((line, at) => (wanted(line, at) ? [at] : []));
  const change = (
    among: readonly number[],
    work: (line: WrittenLine, at: number) => readonly WrittenLine[],
  ) => {
    const at = among[pick % Math.max(1, among.length)];
    const line = at === undefined ? undefined : lines[at];
    if (at === undefined || !line) return { name, lines, truth };
    const size = name === 'swapLines' ? 2 : 1;
    return { name, truth, lines: lines.toSpliced(at, size, ...work(line, at)) };
  };
  const options = places(
    ({ kind, text }) => kind === 'option' && mark.test(text) && !mark.test(text.replace(mark, '')),
  );
  const stems = places(({ kind, text }) => kind === 'stem' && number.test(text));
  const keys = places(({ kind }) => kind === 'key');
  const list = places(
    ({ kind, text }) => kind === 'list' && /\d.*[A-F√×TF]$/.test(text) && !text.startsWith('题号'),
  );
  switch (name) {
    case 'dropLetter':
      return change(options, line => [{ ...line, text: line.text.replace(mark, '') }]);
    case 'skipOption':
      return change(
        options.filter(at => lines[at + 1]?.kind === 'option'),
        () => [],
      );
    case 'doubleOption':
      return change(options, line => [line, { ...line, text: `${line.text}乙` }]);
    case 'doubleNumber':
      return change(stems, (line, at) => {
        const before = stems.findLast(one => one < at);
        const other = before === undefined ? undefined : number.exec(lines[before]?.text ?? '')?.[0];
        return [{ ...line, text: line.text.replace(number, other ?? '$&') }];
      });
    case 'dropNumber':
      return change(stems, line => [{ ...line, text: line.text.replace(number, '') }]);
    case 'dropKey':
      return change(keys, () => []);
    case 'doubleKey':
      return change(keys, line => [line, { ...line, text: `${line.text}B` }]);
    case 'shorterList':
      // A shorter key of several letters is a key, too.
      return change(drawn.parts.some(({ type }) => type === 2) ? [] : list, ({ text, ...line }) => [
        { ...line, text: text.replace(/\s*\S$/, '') },
      ]);
    case 'longerList':
      return change(list, line => [line, { ...line, text: '99. B' }]);
    case 'dropLine':
      // A question that goes with all its lines leaves no trace.
      return change(
        places(
          ({ kind, text, question }, at) =>
            (kind === 'stem' &&
              number.test(text) &&
              lines[at + 1]?.question === question &&
              lines[at + 1]?.text !== '' &&
              lines[at + 1]?.kind !== 'why') ||
            kind === 'key' ||
            kind === 'list',
        ),
        () => [],
      );
    case 'swapLines':
      return change(
        places(({ kind, text }, at) => {
          const below = lines[at + 1];
          const further = [{ kind, text }, below].some(one => one?.kind === 'stem' && !number.test(one.text));
          return below !== undefined && !further;
        }),
        (line, at) => [lines[at + 1] ?? line, line],
      );
    case 'strangeLine':
      return change([...lines.keys()], line => [line, { kind: 'other', text: strangeLine }]);
    case 'cutLetter':
      return change(
        places(
          ({ kind, text }) => (kind === 'stem' && number.test(text)) || kind === 'option' || kind === 'key',
        ),
        ({ text, ...line }) => [{ ...line, text: text.slice(1) }],
      );
  }
}

/** Papers with one mistake each. */
export const damagedPaper: fc.Arbitrary<DamagedPaper> = fc
  .tuple(drawnPaper, fc.constantFrom(...damages), fc.nat(10_000))
  .map(([drawn, name, pick]) => damaged(drawn, name, pick));
