/**
 * Declarations that must not compile, one per line: the compiler reports every `@ts-expect-error` that has no error
 * below it. This code never runs.
 */

import { registry } from '../contexts/datasets.ts';
import { enable } from '../contexts/shared/shared.codes.ts';
import { type PermissionCode, permissionCode } from '../permissions.ts';
import type { RowOf } from './dataset.ts';
import type { Field } from './field.ts';
import { defineDataset, everyAction, field, filled, label, notBefore, when } from './language.ts';
import { defineRegistry } from './registry.ts';

const name = label('名', 'Name');

const good = {
  name: 'sample',
  path: '/api/sample',
  label: name,
  fields: {
    sampleId: field.id(),
    sampleName: field.text({ max: 8, required: true }),
    provinceId: field.ref({ to: 'province' }),
    cityId: field.ref({ to: 'city', within: ['provinceId'], where: { level: 2 } }),
    parentId: field.ref({ to: 'sample' }),
    partnersId: field.ref({ to: 'partners' }),
    startTime: field.dateTime(),
    endTime: field.dateTime(),
    startDate: field.date(),
    status: field.code({ of: enable, default: 1 }),
    intro: field.richText(),
  },
  naturalKey: ['sampleName'],
  permissions: { prefix: 'test:sample', actions: everyAction },
  scope: { common: 'in a test' },
  list: { filters: ['sampleName'] },
} as const;

const sample = defineDataset(good);

/** Names in declarations must be fields of the dataset, of the right kind. */
function datasets() {
  defineDataset({
    ...good,
    parent: 'parentId',
    uniqueKeys: [['status'], { fields: ['sampleName'], where: { status: [1] }, message: name }],
    indexes: [['status', 'createTime']],
    scope: {
      partner: 'partnersId',
      province: { through: 'cityId' },
      agency: { common: 'why' },
      own: 'createBy',
    },
    identity: { value: 'sampleId', name: 'sampleName', also: ['status'], enabledBy: 'status' },
    checks: [
      notBefore('startTime', 'endTime'),
      { kind: 'rule', fields: ['status'], test: row => row.status === 1, message: name },
    ],
    list: {
      columns: ['sampleName', 'createTime'],
      hidden: ['status', 'importBatch'],
      filters: ['status', { field: 'provinceId', as: 'province' }],
      sort: ['-sampleName', 'updateTime'],
    },
    form: { groups: [{ label: name, fields: ['status'], as: 'folded' }], without: ['startDate'] },
    excel: {
      import: ['sampleName'],
      export: { without: ['createTime'] },
      headers: [{ type: 1, fields: ['status'], where: { status: 1 } }],
    },
    menu: { at: '/base/sample', group: 'data', icon: 'BankOutlined', order: 1 },
  });
  // @ts-expect-error no such option
  defineDataset({ ...good, permision: 1 });
  // @ts-expect-error no such field
  defineDataset({ ...good, key: 'id' });
  // @ts-expect-error a key is a number
  defineDataset({ ...good, key: 'sampleName' });
  // @ts-expect-error no such field
  defineDataset({ ...good, naturalKey: ['sampelName'] });
  // @ts-expect-error no such field
  defineDataset({ ...good, uniqueKeys: [['code']] });
  // @ts-expect-error no such field
  defineDataset({ ...good, uniqueKeys: [{ fields: ['code'], where: { status: 1 } }] });
  // @ts-expect-error not a code of the set
  defineDataset({ ...good, uniqueKeys: [{ fields: ['sampleName'], where: { status: [7] } }] });
  // @ts-expect-error no such field
  defineDataset({ ...good, uniqueKeys: [{ fields: ['sampleName'], where: { statsu: 1 } }] });
  // @ts-expect-error no such field
  defineDataset({ ...good, indexes: [['statsu']] });
  // @ts-expect-error the parent is a reference to the dataset itself
  defineDataset({ ...good, parent: 'provinceId' });
  // @ts-expect-error no such field
  defineDataset({ ...good, checks: [notBefore('startTime', 'endTiem')] });
  // @ts-expect-error two times of one kind
  defineDataset({ ...good, checks: [notBefore('startDate', 'endTime')] });
  // @ts-expect-error only times follow each other
  defineDataset({ ...good, checks: [notBefore('sampleName', 'intro')] });
  defineDataset({
    ...good,
    // @ts-expect-error a rule reads fields of the dataset
    checks: [{ kind: 'rule', fields: ['nothing'], test: () => true, message: name }],
  });
  defineDataset({
    ...good,
    // @ts-expect-error a rule is typed by its row
    checks: [{ kind: 'rule', fields: ['status'], test: row => row.staus === 1, message: name }],
  });
  // @ts-expect-error a partner's row refers to a partner
  defineDataset({ ...good, scope: { partner: 'provinceId', rest: { common: 'in a test' } } });
  // @ts-expect-error three kinds are missing
  defineDataset({ ...good, scope: { partner: 'partnersId' } });
  // @ts-expect-error no reason
  defineDataset({ ...good, scope: { common: true } });
  // @ts-expect-error a person creates a row, no partner
  defineDataset({ ...good, scope: { partner: 'createBy', rest: { common: 'in a test' } } });
  // @ts-expect-error no such kind
  defineDataset({ ...good, scope: { city: 'cityId', rest: { common: 'in a test' } } });
  // @ts-expect-error a row it hangs on is a reference
  defineDataset({ ...good, scope: { partner: { through: 'status' }, rest: { common: 'in a test' } } });
  // @ts-expect-error a scope through a field that is no reference
  defineDataset({ ...good, scope: { through: 'status' } });
  // @ts-expect-error a dataset that is read-only in part
  defineDataset({ ...good, readOnly: false });
  // @ts-expect-error a value is a number
  defineDataset({ ...good, identity: { value: 'sampleName', name: 'sampleName' } });
  // @ts-expect-error no such field
  defineDataset({ ...good, identity: { value: 'sampleId', name: 'title' } });
  // @ts-expect-error only a code or a yes-or-no field can switch a row off
  defineDataset({ ...good, identity: { value: 'sampleId', name: 'sampleName', enabledBy: 'intro' } });
  // @ts-expect-error no such column
  defineDataset({ ...good, list: { filters: [], columns: ['statsu'] } });
  // @ts-expect-error no such column
  defineDataset({ ...good, list: { filters: [], hidden: ['createdTime'] } });
  // @ts-expect-error no such filter
  defineDataset({ ...good, list: { filters: ['nam'] } });
  // @ts-expect-error a long text cannot be filtered by
  defineDataset({ ...good, list: { filters: ['intro'] } });
  defineDataset({
    ...good,
    fields: { ...good.fields, apiKey: field.secret({ max: 64 }) },
    // @ts-expect-error a secret cannot be a filter
    list: { filters: ['apiKey'] },
  });
  // @ts-expect-error no such order
  defineDataset({ ...good, list: { filters: [], sort: ['-orderNum'] } });
  // @ts-expect-error no such field
  defineDataset({ ...good, form: { groups: [{ label: name, fields: ['sampleNam'] }] } });
  // @ts-expect-error no such field
  defineDataset({ ...good, form: { without: ['nothing'] } });
  // @ts-expect-error no such field
  defineDataset({ ...good, excel: { import: ['nothing'] } });
  // @ts-expect-error no such field
  defineDataset({ ...good, excel: { export: { without: ['nothing'] } } });
  // @ts-expect-error no such field
  defineDataset({ ...good, excel: { batchUpdate: { with: ['nothing'] } } });
  // @ts-expect-error not a value of the field
  defineDataset({ ...good, excel: { headers: [{ type: 1, fields: [], where: { status: 'on' } }] } });
  // @ts-expect-error no such kind of header
  defineDataset({ ...good, excel: { headers: [{ type: 9, fields: ['status'] }] } });
  const kindOfImport = { type: 41, label: name, sets: { status: 1 } } as const;
  defineDataset({ ...good, excel: { kinds: [kindOfImport] } });
  // @ts-expect-error no such field
  defineDataset({ ...good, excel: { kinds: [{ ...kindOfImport, sets: { statu: 1 } }] } });
  // @ts-expect-error not a value of the field
  defineDataset({ ...good, excel: { kinds: [{ ...kindOfImport, sets: { status: 'on' } }] } });
  // @ts-expect-error no such column
  defineDataset({ ...good, excel: { kinds: [{ ...kindOfImport, columns: ['nothing'] }] } });
  // @ts-expect-error a code that the dataset does not have
  defineDataset({ ...good, excel: { kinds: [{ ...kindOfImport, may: 'importStatus' }] } });
  defineDataset({ ...good, excel: { kinds: [{ ...kindOfImport, asks: ['sampleName'] }] } });
  // @ts-expect-error no such field to ask for
  defineDataset({ ...good, excel: { kinds: [{ ...kindOfImport, asks: ['exam'] }] } });
  const perCity = { by: 'cityId', value: 'status' } as const;
  const cities = { ...kindOfImport, perChild: perCity };
  defineDataset({ ...good, excel: { kinds: [cities] } });
  const noMark = { ...cities, perChild: { ...perCity, value: 'mark' } } as const;
  // @ts-expect-error no such field in the columns of children
  defineDataset({ ...good, excel: { kinds: [noMark] } });
  const byState = { ...cities, perChild: { ...perCity, by: 'status' } } as const;
  // @ts-expect-error columns must represent rows that a reference points to
  defineDataset({ ...good, excel: { kinds: [byState] } });
  const times = { label: name, form: 'timeSpan', fields: ['startTime', 'endTime'] } as const;
  defineDataset({ ...good, excel: { kinds: [{ ...kindOfImport, combines: [times] }] } });
  const dates = { ...kindOfImport, combines: [{ ...times, fields: ['startDate', 'endTime'] }] } as const;
  // @ts-expect-error a span is of two times
  defineDataset({ ...good, excel: { kinds: [dates] } });
  const place = { label: name, form: 'place', fields: ['provinceId', 'sampleName'] } as const;
  // @ts-expect-error a place is of two references
  defineDataset({ ...good, excel: { kinds: [{ ...kindOfImport, combines: [place] }] } });
  const ofProvince = { ...good, key: 'provinceId' } as const;
  // The key may be that of another dataset's row.
  defineDataset({
    ...ofProvince,
    fields: { ...good.fields, provinceId: field.ref({ to: 'province', required: true }) },
  });
  const joined = { columns: [{ headers: ['甲'] }, { headers: ['乙'] }], between: '、' } as const;
  defineDataset({ ...good, excel: { joins: [{ ...joined, field: 'sampleName' }] } });
  // @ts-expect-error columns are joined into a text, or give a reference
  defineDataset({ ...good, excel: { joins: [{ ...joined, field: 'status' }] } });
  const logos = { ...kindOfImport, pictures: { into: 'logo', by: ['sampleName'] } } as const;
  const withLogo = { ...good, fields: { ...good.fields, logo: field.image() } } as const;
  defineDataset({ ...withLogo, excel: { kinds: [logos] } });
  const toName = { ...logos, pictures: { into: 'sampleName', by: ['sampleName'] } } as const;
  // @ts-expect-error pictures need an image field
  defineDataset({ ...withLogo, excel: { kinds: [toName] } });
  const byCode = { ...logos, pictures: { into: 'logo', by: ['code'] } } as const;
  // @ts-expect-error no such field to name pictures by
  defineDataset({ ...withLogo, excel: { kinds: [byCode] } });
  // @ts-expect-error no such action
  defineDataset({ ...good, permissions: { prefix: 'test:sample', actions: ['lst'] } });
  // @ts-expect-error a further code has a label
  defineDataset({ ...good, permissions: { prefix: 'test:sample', actions: ['list'], own: { grant: true } } });
  // @ts-expect-error no such group of the menu
  defineDataset({ ...good, menu: { at: '/base/sample', group: 'school', icon: 'BankOutlined', order: 1 } });
  // @ts-expect-error no such section
  defineDataset({ ...good, menu: { at: '/bsae/sample', group: 'data', icon: 'BankOutlined', order: 1 } });
  // @ts-expect-error ends neither in the dataset's name nor in its prefix
  defineDataset({ ...good, menu: { at: '/base/smaple', group: 'data', icon: 'BankOutlined', order: 1 } });
  defineDataset({
    ...good,
    // @ts-expect-error a screen does not lie deeper
    menu: { at: '/base/sample/list', group: 'data', icon: 'BankOutlined', order: 1 },
  });
  // @ts-expect-error icons are outlined ones
  defineDataset({ ...good, menu: { at: '/base/sample', group: 'data', icon: 'bank', order: 1 } });
  defineDataset({
    ...good,
    // @ts-expect-error lies within a field that the dataset does not have
    fields: { sampleId: field.id(), cityId: field.ref({ to: 'city', within: ['provinceId'] }) },
    naturalKey: [],
    list: { filters: [] },
  });
  defineDataset({
    ...good,
    fields: {
      sampleId: field.id(),
      // @ts-expect-error is offered by a field that the dataset does not have
      cityId: field.ref({ to: 'city', among: { of: 'site', by: ['siteId'] } }),
    },
    naturalKey: [],
    list: { filters: [] },
  });
  // @ts-expect-error the filters say what narrows what
  defineDataset({ ...good, list: { filters: ['sampleName'], cascade: ['sampleName'] } });
  defineDataset({
    ...good,
    // @ts-expect-error is of any of a field that the dataset does not have
    fields: { sampleId: field.id(), batch: field.ref({ to: 'batch', orAny: ['jointCategoryId'] }) },
    naturalKey: [],
    list: { filters: [] },
  });
}

/** Fields that are part of some rows only. */
function conditions() {
  const { sampleId, status, sampleName } = good.fields;
  const rest = { ...good, naturalKey: [], list: { filters: [] } } as const;
  const coupon = defineDataset({
    ...rest,
    fields: { sampleId, status, amount: when({ status: [0, 1] }, field.money({ required: true })) },
  });
  const row = {} as RowOf<typeof coupon>;
  // @ts-expect-error it is empty where the status is another
  row.amount.trim();
  defineDataset({
    ...rest,
    // @ts-expect-error depends on a field that the dataset does not have
    fields: { sampleId, status, amount: when({ statsu: 1 }, field.money()) },
  });
  defineDataset({
    ...rest,
    // @ts-expect-error not a code of the set
    fields: { sampleId, status, amount: when({ status: 7 }, field.money()) },
  });
  defineDataset({
    ...rest,
    // @ts-expect-error a text is no number
    fields: { sampleId, sampleName, amount: when({ sampleName: [1] }, field.money()) },
  });
  // @ts-expect-error only a field can be conditional
  when({ status: 1 }, name);
}

/** References between datasets, which the registry checks. */
function references() {
  const { province, city, region } = registry;
  const others = { province, city, region, partners: registry.partners, channel: registry.channel } as const;
  const lost = defineDataset({
    ...good,
    fields: { sampleId: field.id(), lostId: field.ref({ to: 'nowhere' }) },
    naturalKey: [],
    list: { filters: [] },
  });
  // @ts-expect-error refers to an unknown dataset
  defineRegistry({ ...others, sample: lost });
  const astray = defineDataset({
    ...good,
    fields: {
      sampleId: field.id(),
      level: field.year(),
      regionId: field.ref({ to: 'region', within: ['level'] }),
    },
    naturalKey: [],
    list: { filters: [] },
  });
  // @ts-expect-error a region has no level
  defineRegistry({ ...others, sample: astray });
  const odd = defineDataset({
    ...good,
    fields: { sampleId: field.id(), cityId: field.ref({ to: 'city', where: { level: 'city' } }) },
    naturalKey: [],
    list: { filters: [] },
  });
  // @ts-expect-error a level is a number
  defineRegistry({ ...others, sample: odd });
  /** Values that are read of other rows, or filled in by one. */
  const withField = <F extends Field>(one: F) => ({ ...sample, fields: { ...good.fields, one } });
  const text = field.text({ max: 64 });
  const named = withField(filled({ from: 'provinceId', what: 'provinceName' }, text));
  defineRegistry({ ...others, sample: named });
  const nowhere = withField(filled({ from: 'provinceId', what: 'title' }, text));
  // @ts-expect-error a province has no title
  defineRegistry({ ...others, sample: nowhere });
  const unreferred = withField(filled({ from: 'sampleId', what: 'provinceName' }, text));
  // @ts-expect-error the registry has no target for the key
  defineRegistry({ ...others, sample: unreferred });
  const among = <const O extends string, const B extends string>(of: O, by: B) =>
    withField(field.ref({ to: 'city', among: { of, by: [by] } }));
  defineRegistry({ ...others, sample: among('city', 'provinceId') });
  // @ts-expect-error an unknown dataset names the rows
  defineRegistry({ ...others, sample: among('nothing', 'provinceId') });
  // @ts-expect-error a city has no name of the sample
  defineRegistry({ ...others, sample: among('city', 'sampleName') });
  const uncounted = withField(field.count({ of: 'nothing', by: 'sampleId' }));
  // @ts-expect-error counts rows of an unknown dataset
  defineRegistry({ ...others, sample: uncounted });
  const miscounted = withField(field.count({ of: 'city', by: 'sampleId' }));
  // @ts-expect-error a city does not refer to it
  defineRegistry({ ...others, sample: miscounted });
  const unsummed = withField(field.sum({ of: 'city', by: 'provinceId', what: 'amount' }));
  // @ts-expect-error a city has no amount
  defineRegistry({ ...others, sample: unsummed });
  const unfilled = withField(filled({ from: 'provinceId', what: 'price' }, field.money()));
  // @ts-expect-error a province has no price
  defineRegistry({ ...others, sample: unfilled });
  // @ts-expect-error a count cannot be required
  field.count({ of: 'city', by: 'provinceId', required: true });
  // @ts-expect-error registered under another name
  defineRegistry({ ...others, other: sample });
}

/** Permission codes, names of datasets, rows. */
function uses() {
  const codes: PermissionCode[] = ['sch:examType:add', 'base:partnersapply:audit', 'sys:online:kick'];
  // @ts-expect-error no such code
  codes.push('sch:examType:ad');
  // @ts-expect-error a dataset without imports has no code for them
  codes.push('base:province:import');
  // @ts-expect-error no such action
  permissionCode(registry.school, 'remove');
  // @ts-expect-error no such dataset
  registry.schools;
  const row = {} as RowOf<typeof registry.partners>;
  row.partnersName.trim();
  // @ts-expect-error it may be empty
  row.bankName.trim();
  // @ts-expect-error no such field
  row.partnerName;
}

void [datasets, conditions, references, uses];
