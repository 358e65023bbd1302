import { expect, test } from 'vitest';
import { datasets, registry } from '../contexts/datasets.ts';
import { schExamType } from '../contexts/school/sch-exam-type.ts';
import { screens } from '../contexts/screens.ts';
import type { AnyDataset } from '../kernel/dataset.ts';
import { label } from '../kernel/label.ts';
import { field } from '../kernel/make-field.ts';
import { assertDatasets } from './assert-datasets.ts';

const broken = (change: Partial<AnyDataset>): AnyDataset => ({ ...schExamType, ...change });
const problemsOf = (...changed: readonly AnyDataset[]): string => {
  const names = new Set(changed.map(({ name }) => name));
  try {
    assertDatasets([...datasets.filter(({ name }) => !names.has(name)), ...changed]);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test('the declarations of the product are sound', () => {
  expect(() => assertDatasets(datasets, screens)).not.toThrow();
});

test('a wrong declaration names dataset.field, and all of them at once', () => {
  const message = problemsOf(
    broken({
      naturalKey: ['dataYear', 'nothing'],
      list: { ...schExamType.list, columns: ['nowhere'] },
      fields: {
        ...schExamType.fields,
        lostId: field.ref({ label: label('丢', 'Lost'), to: 'noSuchDataset' }),
        jointCategoryId: field.ref({
          label: label('类别', 'Category'),
          to: 'jointCategory',
          within: ['dataYear'],
        }),
      },
    }),
  );
  expect(message).toContain('schExamType.nothing: is not a field (naturalKey)');
  expect(message).toContain('schExamType.nowhere: is not a field (list.columns)');
  expect(message).toContain('schExamType.lostId: refers to the unknown dataset noSuchDataset');
  expect(message).toContain('schExamType.jointCategoryId: must be within provinceId, as jointCategory is');
});

test('a number that may be negative says so, and a share of a whole ends at one', () => {
  const fields = {
    ...schExamType.fields,
    below: field.money({ label: label('减', 'Below'), min: -5 }),
    idle: field.integer({ label: label('号', 'Idle'), min: 1, signed: true }),
    part: field.decimal({ label: label('占比', 'Part'), scale: 2, share: true, max: 2 }),
    none: field.integer({ label: label('无', 'None'), max: -1 }),
    change: field.integer({ label: label('增减', 'Change'), signed: true }),
  };
  const said = problemsOf(broken({ fields }));
  expect(said).toContain(
    'schExamType.below: may be negative without a word; say signed: true, or start at 0',
  );
  expect(said).toContain('schExamType.idle: says signed and cannot be negative; take it away');
  expect(said).toContain('schExamType.part: is a share of a whole and may be more than 1');
  expect(said).toContain('schExamType.none: has no value between 0 and -1');
  expect(said).not.toContain('schExamType.change');
});

test('a permission code of its own is a usable one, with a label, and none of an action', () => {
  const own = { 'see all': label('看', 'See'), add: label('新增', 'Add'), grant: { zh: '发放', en: '' } };
  const said = problemsOf(broken({ permissions: { ...schExamType.permissions, own } }));
  expect(said).toContain('schExamType.permissions: own.see all is no last part of a code');
  expect(said).toContain('schExamType.permissions: own.add is the code of an action already; take it out');
  expect(said).toContain('schExamType.permissions: own.grant has no label in one of the languages');
});

test('a scope speaks of every kind, and gives its reason where it binds nobody', () => {
  const said = problemsOf(broken({ scope: { province: 'provinceId', agency: { common: ' ' } } }));
  expect(said).toContain('schExamType.scope: says nothing of partner');
  expect(said).toContain('schExamType.scope: says nothing of own');
  expect(said).toContain('schExamType.scope: leaves agency unbound without a reason');
  expect(said).not.toContain('province');
});

test('a scope stands on what holds an owner, or leads to a row that does', () => {
  const common = { common: 'in a test' };
  const said = (scope: AnyDataset['scope']) =>
    problemsOf(
      broken({ scope: { partner: common, province: common, agency: common, own: common, ...scope } }),
    );
  expect(said({ province: 'nowhere' })).toContain('schExamType.nowhere: is not a field (scope.province)');
  expect(said({ partner: 'provinceId' })).toContain(
    'schExamType.provinceId: holds no partners (scope.partner)',
  );
  expect(said({ partner: 'dataId' })).toContain('schExamType.dataId: holds no partners (scope.partner)');
  expect(said({ own: 'remark' })).toContain('schExamType.remark: holds no adminUser (scope.own)');
  expect(said({ province: { through: 'remark' } })).toContain('schExamType.remark: leads to no row');
  // Schools are common to all, so they identify no owner.
  expect(said({ province: { through: 'schoolId' } })).toContain('schExamType.schoolId: leads to no row');
  expect(said({ province: { through: 'jointCategoryId' }, own: 'createBy' })).toBe('');
  const once = { of: 'jointCategoryId', is: 'status' };
  expect(said({ province: { through: 'jointCategoryId', once } })).toContain(
    'schExamType.jointCategoryId: leads to no row with a yes or no in status',
  );
});

test('rows about persons are left to nobody without a reason, and looked up by those who may', () => {
  const common = { common: 'in a test' };
  const everyone = { partner: common, province: common, agency: common, own: common };
  const candidate = {
    ...schExamType.fields,
    userId: field.ref({ label: label('考生', 'Candidate'), to: 'wishUser' }),
  };
  const said = (parts: Partial<AnyDataset>) => problemsOf(broken({ scope: everyone, ...parts }));
  expect(said({ fields: candidate })).toContain(
    'schExamType.userId: is about a person, and everyone reads the rows (scope.partner)',
  );
  const phone = { ...schExamType.fields, phone: field.mobile({ label: label('电话', 'Phone') }) };
  expect(said({ fields: phone })).toContain('schExamType.phone: is about a person');
  const reasoned = { ...common, ofPersons: 'in a test' };
  const scope = { partner: reasoned, province: reasoned, agency: reasoned, own: reasoned };
  expect(said({ fields: candidate, scope })).toBe('');
  const identity = { ...schExamType.identity, open: true } as const;
  expect(said({ identity })).toBe('');
  expect(said({ identity, fields: candidate, scope })).toContain(
    'schExamType.identity.open: lets everyone look up persons (userId)',
  );
  expect(said({ identity, scope: { ...everyone, own: 'createBy' } })).toContain(
    'schExamType.identity.open: lets everyone look up rows that have owners (scope.own)',
  );
});

test('a field is hidden only from people who change no rows', () => {
  const fields = {
    ...schExamType.fields,
    remark: field.text({ label: label('备注', 'Remark'), max: 64, hiddenFrom: ['agency'] }),
  };
  expect(problemsOf(broken({ fields }))).toContain(
    'schExamType.remark: is hidden from agency, who may change rows',
  );
});

test('a field that needs a code is told by no other part of its dataset, and its code is declared', () => {
  const secret = (more: object = {}) =>
    field.ref({ label: label('考生', 'Candidate'), to: 'school', needs: 'sch:examType:who', ...more });
  const own = { ...schExamType.permissions, own: { who: label('查看考生', 'See candidates') } };
  const said = (parts: Partial<AnyDataset>, given: object = { readOnly: true }) =>
    problemsOf(
      broken({ permissions: own, ...parts, fields: { ...schExamType.fields, whoId: secret(given) } }),
    );
  expect(said({})).toBe('');
  expect(said({ permissions: schExamType.permissions })).toContain(
    'schExamType.whoId: needs sch:examType:who, a code that no dataset declares; declare it in permissions.own',
  );
  expect(said({}, {})).toContain('schExamType.whoId: needs sch:examType:who and is set by people');
  const told = (place: string) =>
    `schExamType.whoId: needs sch:examType:who, and ${place} would tell it to others`;
  expect(said({ naturalKey: [...schExamType.naturalKey, 'whoId'] })).toContain(told('naturalKey'));
  expect(said({ uniqueKeys: [{ fields: ['whoId'], where: {} }] })).toContain(told('uniqueKeys'));
  const { identity } = schExamType;
  for (const use of [{ name: 'whoId' }, { also: ['whoId'] }, { parts: ['whoId'] }, { within: ['whoId'] }])
    expect(said({ identity: { ...identity, ...use } })).toContain(told('identity'));
  expect(said({ identity: { ...identity, beside: ['whoId'] } })).toContain(
    'schExamType.whoId: is not for everybody; leave it out of identity.beside',
  );
  const excel = schExamType.excel as NonNullable<AnyDataset['excel']>;
  const headers = [{ type: 1, fields: [excel.export[0] ?? ''], where: { whoId: 1 } }] as const;
  expect(said({ excel: { ...excel, headers } })).toContain(told('excel.headers'));
  const { school } = registry;
  const dates = field.count({ label: label('场次', 'Dates'), of: 'schExamType', by: 'whoId' });
  const counted = problemsOf(
    broken({ permissions: own, fields: { ...schExamType.fields, whoId: secret({ readOnly: true }) } }),
    { ...school, fields: { ...school.fields, dates } },
  );
  expect(counted).toContain(told('school.dates'));
});

test('a number of a person names no row and orders no list', () => {
  const phone = field.text({ label: label('电话', 'Phone'), max: 20, personal: true });
  const message = problemsOf(
    broken({
      fields: {
        ...schExamType.fields,
        phone,
      },
      identity: { value: 'dataId', name: 'phone' },
      list: { ...schExamType.list, sort: ['-phone'] },
    }),
  );
  expect(message).toContain('schExamType.phone: is a number of a person and cannot be identity.name');
  expect(message).toContain('schExamType.phone: is a number of a person and cannot be list.sort');
});

test('two datasets cannot share a path or a column set', () => {
  expect(problemsOf(broken({ path: '/api/data/wish/school', tableId: 22 }))).toMatch(
    /path \/api\/data\/wish\/school is already that of school[\s\S]*tableId 22 is already that of school/,
  );
});

test('a wrong header of the exports names the field and the kind of header', () => {
  const excel = schExamType.excel as NonNullable<AnyDataset['excel']>;
  const message = problemsOf(
    broken({
      excel: {
        ...excel,
        headers: [
          { type: 1, fields: ['remark', 'nothing'] },
          { type: 1, fields: [], where: { nowhere: 1, examType: 99 } },
          { type: 7 as 1, fields: ['remark'] },
        ],
      },
    }),
  );
  expect(message).toContain('schExamType.nothing: is not exported (excel.headers 1)');
  expect(message).toContain('schExamType.excel: declares header type 1 twice');
  expect(message).toContain('schExamType.excel: header type 1 has no columns');
  expect(message).toContain('schExamType.nowhere: is no stored field (excel.headers 1)');
  expect(message).toContain('schExamType.examType: has no code 99 (excel.headers 1)');
  expect(message).toContain('schExamType.excel: 7 is no header type');
});

test('a wrong kind of import names the field, the kind and what to do', () => {
  const excel = schExamType.excel as NonNullable<AnyDataset['excel']>;
  const kind = { type: 1, label: schExamType.label, sets: {} };
  const message = problemsOf(
    broken({
      excel: {
        ...excel,
        kinds: [
          { ...kind, sets: { examType: 99, nowhere: 1, provinceId: 44 } },
          { ...kind, columns: ['remark', 'nothing'], label: { zh: '', en: '' } },
          { ...kind, type: 2, may: 'sing', sets: { remark: '' }, columns: ['remark'], bizType: 322 },
        ],
      },
    }),
  );
  for (const why of [
    'examType: has no code 99 (excel.kinds 1)',
    'nowhere: is no stored field and cannot be set (excel.kinds 1)',
    'provinceId: says whose a row is, which a kind of import cannot (excel.kinds 1)',
    'excel: is declared twice; give one of them another type (excel.kinds 1)',
    'excel: has no label in one of the languages (excel.kinds 1)',
    'nothing: is not imported; name it in excel.import (excel.kinds 1)',
    'dataYear: is part of the natural key, and neither set nor a column (excel.kinds 1)',
    'remark: is set and a column at once; take it out of one (excel.kinds 2)',
    'excel: asks for sing, which permissions.own does not declare (excel.kinds 2)',
    'excel: job number 322 of import 2 is already that of school.export',
  ])
    expect(message).toContain(`schExamType.${why}`);
});

test('a declaration that nobody could fill names the field and what to do', () => {
  const message = problemsOf(
    broken({
      form: [],
      excel: { ...(schExamType.excel as NonNullable<AnyDataset['excel']>), import: ['dataYear'] },
      fields: {
        ...schExamType.fields,
        secret: field.text({ max: 8, private: true }),
      },
      list: { ...schExamType.list, hidden: ['secret'] },
    }),
  );
  expect(message).toContain('schExamType.examType: is required and stands in no part of the form');
  expect(message).toContain('schExamType.examType: is required and no import can fill it');
  expect(message).toContain('schExamType.roundNo: is part of the natural key and cannot be imported');
  expect(message).toContain('schExamType.secret: has no label; give it one');
  expect(message).toContain('schExamType.secret: is private and may not leave (list.columns)');
});

test('two datasets cannot share a permission prefix, a place in the menu or a number of jobs', () => {
  const excel = schExamType.excel as NonNullable<AnyDataset['excel']>;
  const message = problemsOf(
    broken({
      permissions: { ...schExamType.permissions, prefix: 'wish:school' },
      menu: { at: '/sch/examType', group: 'schools', icon: 'BankOutlined', order: 1 },
      excel: { ...excel, jobs: { ...excel.jobs, export: 322 } },
    }),
  );
  expect(message).toContain('schExamType: permission prefix wish:school is already that of school');
  expect(message).toContain('schExamType: menu place 1 of schools is already that of school');
  expect(message).toContain('job number 322 of export is already that of school.export');
});

test('what is summed, grouped by and shown with a row is there, may leave, and can be found', () => {
  const message = problemsOf(
    broken({
      fields: {
        ...schExamType.fields,
        secret: field.money({ label: label('密', 'Secret'), private: true }),
        made: field.integer({ label: label('算', 'Made up'), elsewhere: true }),
        idNo: field.text({ label: label('证件', 'ID'), max: 18, personal: true }),
      },
      summary: {
        secret: 'sum',
        made: 'sum',
        nowhere: 'max',
        orderNum: { of: 'sum', where: { examType: [77], gone: [1] }, label: label('和', 'Sum') },
      },
      groups: ['secret', 'made', 'idNo', 'jointCategoryId', 'nowhere'],
      details: [
        { dataset: schExamType, by: 'schoolId', label: label('子', 'Child') },
        {
          dataset: { ...schExamType, list: { ...schExamType.list, filters: [] } },
          by: 'parentId',
          label: label('子', 'Child'),
        },
      ],
      list: { ...schExamType.list, filters: [{ field: 'examType', as: 'by' }] },
    }),
  );
  for (const line of [
    'secret: is private and may not leave (summary)',
    'made: is no column and cannot be summed',
    'nowhere: is not a field (summary)',
    'orderNum: is summed where examType is a code that the set does not have',
    'orderNum: is summed where gone is, which no one reads',
    'secret: is private and may not leave (groups)',
    'made: is no column and cannot be grouped by',
    'idNo: is a number of a person',
    'jointCategoryId: refers to rows that its value alone does not tell apart',
    'nowhere: is not a field (groups)',
    'by: is a word of the call for sums',
    'details: schExamType.schoolId is no reference to it',
    'details: schExamType stands there twice',
  ]) {
    expect(message).toContain(`schExamType.${line}`);
  }
});

test('a field of some rows only depends on what stands before it and can be that', () => {
  const amount = field.money({ label: label('金额', 'Amount') });
  const { examType, dataYear, ...others } = schExamType.fields;
  const said = (fields: AnyDataset['fields']) => problemsOf(broken({ fields: { ...others, ...fields } }));
  const on = (condition: Record<string, number>) => ({ ...amount, when: condition });
  expect(said({ dataYear, examType, amount: on({ examType: 2 }) })).toBe('');
  expect(said({ dataYear, amount: on({ examType: 2 }), examType })).toContain('which must stand before it');
  expect(said({ dataYear, examType, amount: on({ examType: 9 }) })).toContain('being 9, which it cannot be');
  expect(said({ dataYear, examType, amount: on({ nothing: 1 }) })).toContain('nothing, which is not a field');
  expect(said({ examType, dataYear: { ...dataYear, when: { examType: 2 } } })).toContain(
    'a part of every row',
  );
});

test('a secret leaves by no list, file or key, and is hidden by its name', () => {
  const secret = field.secret({ label: label('密钥', 'Key'), max: 64 });
  const said = (name: string, change: Partial<AnyDataset> = {}) =>
    problemsOf(broken({ fields: { ...schExamType.fields, [name]: secret }, ...change }));
  expect(said('apiKey')).toBe('');
  expect(said('apiThing')).toContain('apiThing: is a secret by a name that logs do not know');
  const filters = [{ field: 'apiKey', as: 'apiKey' }];
  expect(said('apiKey', { list: { ...schExamType.list, filters } })).toContain(
    'cannot be told (list.filters)',
  );
  expect(said('apiKey', { naturalKey: ['apiKey'] })).toContain('cannot be told (naturalKey)');
});

test('what is read of other rows is there to be read, and of the right kind', () => {
  const said = (name: string, one: AnyDataset['fields'][string]) =>
    problemsOf(broken({ fields: { ...schExamType.fields, [name]: one } }));
  const called = { label: label('名', 'Name') };
  expect(said('n', field.count({ ...called, of: 'nothing', by: 'schoolId' }))).toContain(
    'unknown dataset nothing',
  );
  expect(said('n', field.count({ ...called, of: 'city', by: 'provinceId' }))).toContain(
    'no reference to schExamType',
  );
  const text = field.text({ ...called, max: 64 });
  const taken = (from: string, what: string, one: AnyDataset['fields'][string]) =>
    said('n', { ...one, filled: { from, what } });
  expect(taken('schoolId', 'schoolName', text)).toBe('');
  expect(taken('remark', 'schoolName', text)).toContain('is no reference');
  expect(taken('schoolId', 'nothing', text)).toContain('which is no column');
  expect(taken('schoolId', 'schoolName', field.year(called))).toContain('of another kind');
});

test('a table inside a row has columns with labels, and no numbers of persons', () => {
  const said = (of: Record<string, ReturnType<typeof field.text>>) =>
    problemsOf(
      broken({
        fields: { ...schExamType.fields, items: field.lines({ label: label('明细', 'Items'), of }) },
      }),
    );
  expect(said({})).toContain('schExamType.items: has no columns');
  expect(said({ thing: field.text({ max: 8 }) })).toContain('has no label for its column thing');
  const email = field.text({ max: 64, format: 'email', label: label('邮箱', 'E-mail') });
  expect(said({ email })).toContain('has the number of a person in its column email');
});

test('a further screen has an address, rows and reasons of its own', () => {
  const screen: AnyDataset = {
    ...schExamType,
    permissions: { ...schExamType.permissions, actions: ['export', 'batchDelete'] },
    menu: { at: '/sys/loginLog', group: 'data', icon: 'BankOutlined', order: 99 },
    scope: { ...schExamType.scope, own: { common: ' ' } },
    screen: {
      ...{ name: 'list', may: 'see all', given: ['gone'], opened: ['own'] },
      where: { nowhere: [1], roundNo: [1], applyStatus: [] },
    },
  };
  const again: AnyDataset = {
    ...screen,
    screen: { name: 'all', may: 'update', given: [], opened: [], where: {} },
  };
  const nobodys = { ...screen, name: 'nobodys' };
  const said = () => assertDatasets(datasets, [...screens, screen, again, nobodys]);
  for (const line of [
    'schExamType: menu /sys/loginLog is already that of auditLog',
    'schExamType.list: is no usable name of a screen',
    'schExamType.list: asks for see all',
    'schExamType.nowhere: is not a field',
    'schExamType.roundNo: is no filter of the list',
    'schExamType.applyStatus: leaves no row',
    'schExamType.gone: cannot be asked for',
    'schExamType.list: does not list its rows',
    'schExamType.list: offers batchDelete, which takes rows beyond those with a value of gone',
    "schExamType.list: offers export on rows that are within nobody's reach",
    'schExamType.scope: opens own on screen list without a reason',
    'schExamType.all: asks for update, which opens an action',
    'schExamType.all: shows the same rows as the list',
    'nobodys: has a screen but is no dataset',
  ]) {
    expect(said).toThrow(line);
  }
});

test('a label that one language lacks, and a personal number that nothing masks, are refused', () => {
  const { fields } = schExamType;
  const text = (zh: string, en: string) => field.text({ label: label(zh, en), max: 20 });
  const message = problemsOf(
    broken({
      label: label('其他', ' '),
      fields: {
        ...fields,
        remark: text('备注', '备注'),
        parentMobile: text('手机', 'Mobile'),
        idNo: text('证件号', 'ID number'),
      },
    }),
  );
  expect(message).toContain('remark: has a Chinese label in English: 备注');
  expect(message).toContain('parentMobile: is a mobile number');
  expect(message).toContain('label: has an empty label');
  expect(message).toContain('idNo: is an ID number');
});
