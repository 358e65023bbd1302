import { expect, test } from 'vitest';
import { channel } from '../../contexts/partner/channel.ts';
import { typeDict } from '../../contexts/reference/type-dict.ts';
import { schExamType } from '../../contexts/school/sch-exam-type.ts';
import { issueText } from './issues.ts';
import { validateRow } from './row.ts';
import { defaultOf } from './validate.ts';

const now = new Date('2026-11-21T03:00:00Z');
const calendarRow = {
  dataYear: 2026,
  provinceId: '430000',
  jointCategoryId: 12,
  schoolId: 301,
  examType: 2,
};

test('a sound row comes out canonical, with defaults for what was left out', () => {
  const { values, issues } = validateRow(
    schExamType,
    { ...calendarRow, startTime: '2026/1/5 8:30', remark: '  说明\u0000  ' },
    'create',
    now,
  );
  expect(issues).toEqual([]);
  expect(values).toMatchObject({
    provinceId: 430000,
    startTime: '2026-01-05 08:30:00',
    remark: '说明',
    roundNo: 1,
    examTypeChange: 0,
    orderNum: 0,
    endTime: null,
  });
});

test('every problem of a row is named at once, each with its field', () => {
  const { issues } = validateRow(
    schExamType,
    {
      dataYear: 'soon',
      jointCategoryId: 12,
      schoolId: 1.5,
      examType: 9,
      remark: '长'.repeat(65),
      startTime: '2026-02-30',
      onlineExamStartTime: '2026-03-02',
      onlineExamEndTime: '2026-03-01',
    },
    'create',
    now,
  );
  expect(issues.map(({ field, code }) => `${field} ${code}`).sort()).toEqual([
    'dataYear notANumber',
    'examType unknownCode',
    'onlineExamEndTime endBeforeStart',
    'provinceId required',
    'remark tooLong',
    'schoolId notAnInteger',
    'startTime noSuchDay',
  ]);
});

test('an update touches only the fields that are sent, and checks them against the row as it stands', () => {
  const current = { ...calendarRow, startTime: '2026-03-01 00:00:00', endTime: '2026-03-09 00:00:00' };
  const { values, issues } = validateRow(schExamType, { endTime: '2026-02-01' }, 'update', now, current);
  expect(values).toEqual({ endTime: '2026-02-01 23:59:59' });
  expect(issues).toEqual([{ field: 'endTime', code: 'endBeforeStart', params: {} }]);
});

test('an optional field can be emptied, a required one cannot, nor one whose default would stand for something', () => {
  const { values, issues } = validateRow(
    schExamType,
    { dataYear: null, examType: '', remark: '', roundNo: null, orderNum: '' },
    'update',
    now,
  );
  expect(issues.map(({ field, code }) => `${field} ${code}`)).toEqual([
    'dataYear required',
    'roundNo required',
    'examType required',
  ]);
  expect(values).toEqual({ remark: null, orderNum: 0 });
});

test('a default is offered by the form: what has to be given is not filled in for people who leave it out', () => {
  const { dataYear, ...rest } = calendarRow;
  expect(defaultOf(schExamType.fields.dataYear, now)).toBe(2027);
  const { issues } = validateRow(schExamType, rest, 'create', now);
  expect(issues).toEqual([{ field: 'dataYear', code: 'required', params: {} }]);
  const { values } = validateRow(channel, { channelName: '网站', channel: '' }, 'create', now);
  expect(values.channel).toMatch(/^C[A-Z0-9]{6}$/);
});

test('columns that are the server’s own are not taken from outside', () => {
  const { values } = validateRow(
    schExamType,
    {
      ...calendarRow,
      dataId: 7,
      version: 9,
      deleted: true,
      createBy: 1,
      createTime: '2020-01-01',
      importBatch: 'x',
    },
    'create',
    now,
  );
  for (const hidden of ['dataId', 'version', 'deleted', 'createBy', 'createTime', 'importBatch']) {
    expect(values).not.toHaveProperty(hidden);
  }
});

test('a reference whose zero is a value takes it as its default', () => {
  const { values, issues } = validateRow(typeDict, { typeName: '综合', typeFlag: 1 }, 'create', now);
  expect(issues).toEqual([]);
  expect(values.parentId).toBe(0);
});

test('the same problem reads well in both languages', () => {
  const label = schExamType.fields.remark.label;
  expect(issueText({ code: 'tooLong', params: { max: 64 } }, label, 'zh')).toBe('备注不能超过 64 个字符');
  expect(issueText({ code: 'tooLong', params: { max: 64 } }, label, 'en')).toBe(
    'Remark must be at most 64 characters',
  );
});
