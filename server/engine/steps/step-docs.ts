import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { statesOf } from '@yikao/model/kernel/states.ts';
import type { ActorKind, AnyMachine, Step } from '@yikao/model/kernel/steps.ts';
import { stepCode } from '@yikao/model/permissions.ts';
import type { Engine } from '../engine.ts';
import { listenersOf } from './events.ts';
import { stepServerOf } from './step-server.ts';

const takers = {
  person: '人 person',
  vendor: '外部系统 vendor',
  clock: '到期 clock',
  step: '其他步骤 step',
} as const satisfies Record<ActorKind, string>;

/** Changes other than steps that have events, by the last part of the event's name. */
const writes = ['add', 'update', 'delete', 'restore'] as const;

/**
 * The text on a dataset's states for the API document, in Markdown: the states; each step with its target, actors and
 * guards; the edits and deletions allowed in each state; and the listeners. Undefined for rows without states and
 * listeners.
 */
export function describeSteps(engine: Engine, dataset: AnyDataset): string | undefined {
  const machine = stepServerOf(engine, dataset)?.machine;
  const hears = (event: string) =>
    listenersOf(engine.servers, `${dataset.name}.${event}`).map(({ of }) => of);
  const lines = machine
    ? [
        statesLine(machine),
        ...Object.values(machine.steps).map(step => stepLine(dataset, step, hears(step.name))),
      ]
    : [];
  for (const event of writes) {
    const heard = hears(event);
    if (heard.length > 0) lines.push(`- \`${dataset.name}.${event}\`: ${heardBy(heard)}`);
  }
  return lines.length === 0 ? undefined : lines.join('\n');
}

function statesLine(machine: AnyMachine): string {
  const states = statesOf(machine)
    .filter(({ name }) => name !== undefined && !machine.unused?.includes(name))
    .map(({ code, name, label }) => {
      const edit = machine.edit === undefined ? undefined : machine.edit[name ?? ''];
      const marks = [
        ...(name === machine.start ? ['开始 start'] : []),
        ...(machine.end.includes(name ?? '') ? ['结束 end'] : []),
        ...(machine.edit === undefined || edit?.fields === 'all'
          ? []
          : [`可改 may edit: ${edit?.fields.join(', ') || '—'}`]),
        ...(edit?.step === undefined ? [] : [`修改时 an edit takes: \`${edit.step}\``]),
        ...(machine.delete === undefined || machine.delete.includes(name ?? '') ? [] : ['不可删除 kept']),
      ];
      return `${code} \`${name}\` ${label.zh} ${label.en}${marks.length > 0 ? ` (${marks.join('; ')})` : ''}`;
    });
  return `状态 States (\`${machine.field}\`): ${states.join(' · ')}\n`;
}

function stepLine(dataset: AnyDataset, step: Step, heard: readonly string[]): string {
  const moves = Object.entries(step.move).map(
    ([from, to]) => `\`${from}\` → ${to.map(name => `\`${name}\``).join(' / ')}`,
  );
  const parts = [
    moves.length > 0 ? moves.join(', ') : '状态不变 leaves the state',
    step.by.map(kind => takers[kind]).join(', '),
    ...(step.by.includes('person') ? [`权限码 code \`${stepCode(dataset, step)}\``] : []),
    ...(step.due === undefined ? [] : [`到期 due by \`${step.due}\``]),
    ...step.fourEyes.map(field => `不得由 not by \`${field}\``),
    ...(step.byHouse === true ? ['须由总部人员 by the house'] : []),
    ...(step.bulk === undefined
      ? []
      : [step.bulk === 'each' ? '批量：逐条 many: each' : '批量：全部或全不 many: all or none']),
    ...(step.needs.length === 0
      ? []
      : [
          `须满足 needs: ${step.needs.map(({ name, reason }) => `\`${name}\` (${reason.zh} ${reason.en})`).join(', ')}`,
        ]),
    ...(heard.length === 0 ? [] : [heardBy(heard)]),
  ];
  return `- \`${dataset.name}.${step.name}\` ${step.label.zh} ${step.label.en}: ${parts.join('; ')}`;
}

function heardBy(names: readonly string[]): string {
  return `接着 heard by ${names.map(name => `\`${name}\``).join(', ')}`;
}
