/**
 * Screens that must not compile, one per line: the compiler reports every `@ts-expect-error` that has no error below
 * it. This code never runs.
 */

import { registry } from '@yikao/model/contexts/datasets.ts';
import { readRow, updateRow } from '../calls/dataset-calls.ts';
import { EmbeddedList } from '../list/EmbeddedList.tsx';
import type { RowAction } from '../row/RowActions.tsx';
import { can } from '../session/session.ts';
import { DatasetScreen } from './DatasetScreen.tsx';
import type { BulkAction, RowTab } from './screen-parts.ts';

const { agent, perm } = registry;

/** Actions on rows are typed by the fields of their dataset. */
const actions: RowAction<typeof agent>[] = [
  { key: 'a', label: '', act: row => row.agentId.toFixed() },
  // @ts-expect-error no such field
  { key: 'b', label: '', act: row => row.agentID },
  // @ts-expect-error it may be missing in a list
  { key: 'c', label: '', act: row => row.agentName.trim() },
  // @ts-expect-error a status is a code
  { key: 'd', label: '', act: () => {}, fits: row => row.status === 'on' },
  // @ts-expect-error a reference brings its name under another key
  { key: 'e', label: '', act: row => row.partnersIdName },
  { key: 'f', label: '', act: row => row.partnersName?.trim() },
];

/** Actions on selected rows and tabs of a row are typed by the fields, too. */
const bulk: BulkAction<typeof agent>[] = [
  { key: 'a', label: '', act: ({ rows, keys }) => [rows[0]?.agentCode?.trim(), keys[0]?.toFixed()] },
  // @ts-expect-error no such field
  { key: 'b', label: '', act: ({ rows }) => rows[0]?.code },
  // @ts-expect-error the reasons are a list
  { key: 'c', label: '', act: () => {}, against: () => 'closed' },
];

const tabs: RowTab<typeof agent>[] = [
  { key: 'a', label: '', render: row => row.agentName },
  // @ts-expect-error no such field
  { key: 'b', label: '', render: row => row.name },
];

function Cell() {
  return null;
}

/** Screens accept actions and overrides of their own dataset. */
function screens() {
  return [
    <DatasetScreen key="a" dataset={agent} rowActions={actions} overrides={{ cells: { logo: Cell } }} />,
    // @ts-expect-error actions of another dataset
    <DatasetScreen key="b" dataset={perm} rowActions={actions} />,
    // @ts-expect-error no such field
    <DatasetScreen key="c" dataset={agent} overrides={{ cells: { icon: Cell } }} />,
    <DatasetScreen
      key="e"
      dataset={agent}
      bulkActions={bulk}
      drawerActions={actions}
      drawerTabs={tabs}
      extra={(_, { rows }) => [{ key: rows[0]?.agentName ?? '', label: '', icon: null, act: () => {} }]}
    />,
    // @ts-expect-error actions of another dataset
    <DatasetScreen key="f" dataset={perm} bulkActions={bulk} />,
    // @ts-expect-error tabs of another dataset
    <DatasetScreen key="g" dataset={perm} drawerTabs={tabs} />,
    // @ts-expect-error no such field
    <DatasetScreen key="h" dataset={agent} footer={(_, { rows }) => rows[0]?.title} />,
    <EmbeddedList key="i" dataset={agent} fixed={{ partnersId: 1, status: [0, 1] }} tools={['add']} />,
    // @ts-expect-error no such field
    <EmbeddedList key="j" dataset={agent} fixed={{ partnerId: 1 }} />,
    // @ts-expect-error a picture is no filter
    <EmbeddedList key="k" dataset={agent} fixed={{ logo: 'x' }} />,
    // @ts-expect-error no such button
    <EmbeddedList key="l" dataset={agent} fixed={{ partnersId: 1 }} tools={['remove']} />,
    // @ts-expect-error fixed values are required, even if empty
    <EmbeddedList key="m" dataset={agent} />,
    // @ts-expect-error no such field
    <DatasetScreen key="d" dataset={agent} formExtra={values => String(values.name)} />,
  ];
}

/** Calls for rows, and permission codes. */
async function calls() {
  const row = await readRow(agent, 1);
  // @ts-expect-error no such field
  row.name;
  await updateRow(agent, { agentId: 1, version: 1, remark: null });
  // @ts-expect-error no such field
  await updateRow(agent, { agentId: 1, version: 1, note: null });
  // @ts-expect-error a number
  await updateRow(agent, { agentId: 1, version: 1, studentNum: '12' });
  can('base:agent:update');
  // @ts-expect-error no such code
  can('base:agent:edit');
}

void [screens, calls];
