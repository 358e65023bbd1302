import { tellsStates } from '@yikao/model/calls/step-calls.ts';
import type { AnyMachine } from '@yikao/model/kernel/steps.ts';
import type { ListController } from '../list/use-list-controller.ts';
import { StateTabs } from '../steps/StateTabs.tsx';
import { CodeTabs } from './CodeTabs.tsx';
import { HeaderTabs } from './HeaderTabs.tsx';

/** The tabs above the list: the states of its rows, the values of a code, or the kinds of its headers. */
export function ListTabs({
  list,
  machine,
}: {
  readonly list: ListController;
  readonly machine: AnyMachine | undefined;
}) {
  const { dataset, place, fixed } = list;
  if (machine && !machine.toggle && tellsStates(dataset, machine) && !Object.hasOwn(fixed, machine.field)) {
    return <StateTabs list={list} machine={machine} />;
  }
  const by = dataset.list.tabs;
  const kinds = by === undefined || Object.hasOwn(fixed, by) ? undefined : dataset.fields[by];
  if (by !== undefined && kinds?.kind === 'code') return <CodeTabs list={list} name={by} field={kinds} />;
  if (place || (dataset.excel?.headers.length ?? 0) === 0) return null;
  return <HeaderTabs list={list} />;
}
