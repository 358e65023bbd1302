/**
 * Declarations of lists and screens that must not compile, one per line: the compiler reports every `@ts-expect-error`
 * that has no error below it. This code never runs.
 */

import { registry } from '../contexts/datasets.ts';
import { enable } from '../contexts/shared/shared.codes.ts';
import { type PermissionCode, permissionCode } from '../permissions.ts';
import { defineDataset, everyAction, field, label } from './language.ts';
import { defineScreen } from './screens.ts';

const name = label('名', 'Name');
const frame = {
  permissions: { prefix: 'test:bill', actions: everyAction },
  scope: { common: 'in a test' },
  list: { filters: [] },
} as const;

const item = defineDataset({
  ...frame,
  name: 'billItem',
  path: '/api/billItem',
  label: name,
  fields: { itemId: field.id(), billId: field.ref({ to: 'bill' }), amount: field.money() },
});

const transfer = defineDataset({
  ...frame,
  name: 'transfer',
  path: '/api/transfer',
  label: name,
  fields: {
    transferId: field.id(),
    fromBillId: field.ref({ to: 'bill' }),
    toBillId: field.ref({ to: 'bill' }),
    remark: field.text({ max: 8 }),
  },
});

const stranger = defineDataset({
  ...frame,
  name: 'stranger',
  path: '/api/stranger',
  label: name,
  fields: { strangerId: field.id(), cityId: field.ref({ to: 'city' }) },
});

const bill = {
  ...frame,
  name: 'bill',
  path: '/api/bill',
  label: name,
  fields: {
    billId: field.id(),
    title: field.text({ max: 8, required: true }),
    mobile: field.mobile(),
    payableAmount: field.money(),
    count: field.integer(),
    payTime: field.dateTime(),
    status: field.code({ of: enable }),
    cityId: field.ref({ to: 'city' }),
  },
} as const;

/** Sums, groups and details: names of the right kind, and children that refer to the dataset. */
function places() {
  defineDataset({
    ...bill,
    summary: { payableAmount: 'sum', count: 'max', payTime: 'min' },
    groups: ['status', 'cityId', 'payTime', 'createTime'],
    details: [item, { of: transfer, by: 'toBillId', label: name }],
  });
  defineDataset({
    ...bill,
    summary: { payableAmount: { of: 'sum', where: { status: [1] }, label: name } },
  });
  // @ts-expect-error a text is no state that a sum is of
  defineDataset({ ...bill, summary: { payableAmount: { of: 'sum', where: { title: [1] }, label: name } } });
  // @ts-expect-error a sum over some rows requires a label
  defineDataset({ ...bill, summary: { payableAmount: { of: 'sum', where: { status: [1] } } } });
  // @ts-expect-error no such field
  defineDataset({ ...bill, summary: { amount: 'sum' } });
  // @ts-expect-error a text has no sum
  defineDataset({ ...bill, summary: { title: 'sum' } });
  // @ts-expect-error times have no sum
  defineDataset({ ...bill, summary: { payTime: 'sum' } });
  // @ts-expect-error codes have no sum
  defineDataset({ ...bill, summary: { status: 'max' } });
  // @ts-expect-error not one of the three words
  defineDataset({ ...bill, summary: { payableAmount: 'avg' } });
  // @ts-expect-error no such field
  defineDataset({ ...bill, groups: ['state'] });
  // @ts-expect-error a text is no group: a personal one would list them all
  defineDataset({ ...bill, groups: ['title'] });
  // @ts-expect-error mobile numbers are of persons
  defineDataset({ ...bill, groups: ['mobile'] });
  // @ts-expect-error an amount is no group
  defineDataset({ ...bill, groups: ['payableAmount'] });
  // @ts-expect-error it does not refer to the dataset
  defineDataset({ ...bill, details: [stranger] });
  // @ts-expect-error two references: name the one to use
  defineDataset({ ...bill, details: [transfer] });
  // @ts-expect-error no such field of the child
  defineDataset({ ...bill, details: [{ of: transfer, by: 'billId' }] });
  // @ts-expect-error no reference
  defineDataset({ ...bill, details: [{ of: transfer, by: 'remark' }] });
  // @ts-expect-error a reference to another dataset
  defineDataset({ ...bill, details: [{ of: stranger, by: 'cityId' }] });
  // @ts-expect-error no dataset
  defineDataset({ ...bill, details: ['billItem'] });
}

const open = {
  name: 'open',
  label: name,
  menu: { at: '/base/sample', group: 'data', icon: 'BankOutlined', order: 1 },
} as const;

/** Further screens: rows, columns and actions are those of the dataset. */
function screens() {
  const { agent } = registry;
  defineScreen(agent, {
    ...open,
    where: { status: [0, 1], provinceId: 430000 },
    columns: ['agentName', 'createTime'],
    actions: ['list', 'export'],
    open: { own: 'in a test' },
  });
  // @ts-expect-error no such field
  defineScreen(agent, { ...open, where: { state: 1 } });
  // @ts-expect-error no such code
  defineScreen(agent, { ...open, where: { status: 7 } });
  // @ts-expect-error a text cannot select rows
  defineScreen(agent, { ...open, where: { agentName: 'x' } });
  // @ts-expect-error no such field
  defineScreen(agent, { ...open, where: { status: 1 }, columns: ['name'] });
  // @ts-expect-error no such action
  defineScreen(agent, { ...open, where: { status: 1 }, actions: ['claim'] });
  // @ts-expect-error no such kind of scope
  defineScreen(agent, { ...open, where: { status: 1 }, open: { city: 'why' } });
  // @ts-expect-error no such field
  defineScreen(agent, { ...open, where: { status: 1 }, hidden: ['name'] });
  const own: PermissionCode = 'sys:audit:logins';
  // @ts-expect-error no screen asks for it
  const none: PermissionCode = 'sys:audit:logouts';
  return [own, none, permissionCode(agent, 'list')];
}

void [places, screens];
