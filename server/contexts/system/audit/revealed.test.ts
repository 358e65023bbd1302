import { formats } from '@yikao/model/fields/parts/formats.ts';
import { expect, test } from 'vitest';
import { revealedBy } from './revealed.ts';

const pictures = new Set(['photo', 'images']);
const told = (data: unknown) => revealedBy({ success: true, data }, pictures);
const pupil = (n: number, more: object = {}) => ({
  studentId: n,
  studentName: '某',
  idNo: formats.idNumber.sample(n),
  ...more,
});

test('counts whole numbers, pictures and marks by the rows that hold them, wherever in an answer they stand', () => {
  expect(told({ records: [pupil(1), pupil(2)] })).toEqual({
    ...{ rows: 2, idNumbers: 2, mobiles: 0, pictures: 0, marks: 0, secrets: 0 },
  });
  expect(
    told({ rooms: [{ seats: [pupil(1, { photo: '/a.jpg' }), pupil(2, { photo: null })] }] }),
  ).toMatchObject({
    ...{ rows: 2, pictures: 1 },
  });
  expect(
    told([
      { studentId: 1, marks: [{ infoId: 3, score: '88.5' }] },
      { studentId: 2, marks: [{ score: 0 }] },
    ]),
  ).toMatchObject({
    ...{ rows: 2, marks: 2 },
  });
  expect(told([{ contact: '13900001111' }, { contact: '13900001112' }])).toMatchObject({ mobiles: 2 });
});

test('counts watched values by the rows that hold them', () => {
  const rows = [
    { title: '1', answer: 'A' },
    { title: '2', answer: null },
    { title: '3', answer: 'B' },
  ];
  expect(revealedBy({ data: { records: rows } }, pictures, new Set(['answer']))).toMatchObject({
    ...{ rows: 2, secrets: 2 },
  });
  expect(revealedBy({ data: { records: rows } }, pictures)).toBeUndefined();
  expect(revealedBy({ data: rows[0] }, pictures, new Set(['answer']))).toBeUndefined();
});

test('leaves alone what is masked, of one row, or of nobody', () => {
  expect(
    told({
      records: [
        { studentId: 1, idNo: '430************123' },
        { studentId: 2, mobile: '139****1111' },
      ],
    }),
  ).toBeUndefined();
  expect(told(pupil(1))).toBeUndefined();
  // Admission lines are not personal marks.
  expect(
    told([
      { schoolId: 1, score: 500 },
      { schoolId: 2, score: 510 },
    ]),
  ).toBeUndefined();
  expect(told(null)).toBeUndefined();
});
