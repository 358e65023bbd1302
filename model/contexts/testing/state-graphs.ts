import { statesOf } from '../../kernel/states.ts';
import type { AnyMachine } from '../../kernel/steps.ts';
import { machines } from '../machines.ts';

/** The actors of a step, if not only people. */
const actors = {
  person: 'a person',
  vendor: 'the vendor',
  clock: 'the clock',
  step: 'another step',
} as const;

/** The arrows of one machine: `from --> to: step`, with the steps between two states on one line. */
function arrowsOf(machine: AnyMachine): readonly string[] {
  const between = new Map<string, string[]>();
  for (const step of Object.values(machine.steps)) {
    const by = step.by.filter(kind => kind !== 'person').map(kind => actors[kind]);
    const name = by.length === 0 ? step.name : `${step.name} (${by.join(' or ')})`;
    for (const [from, targets] of Object.entries(step.move)) {
      for (const to of targets) {
        const arrow = `${from} --> ${to}`;
        between.set(arrow, [...(between.get(arrow) ?? []), name]);
      }
    }
  }
  return [...between].map(([arrow, names]) => `${arrow}: ${names.join(', ')}`);
}

function graphOf(name: string, machine: AnyMachine): string {
  const states = statesOf(machine).filter(({ name: state = '' }) => !machine.unused?.includes(state));
  const actions = Object.values(machine.steps).filter(({ move }) => Object.keys(move).length === 0);
  return [
    `## ${name}`,
    '',
    `${machine.datasets.map(dataset => `\`${dataset.name}.${machine.field}\` ${dataset.label.en}`).join(', ')}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...states.map(({ name: state, label, code }) => `  ${state}: ${code} ${label.zh} ${label.en}`),
    `  [*] --> ${machine.start}`,
    ...arrowsOf(machine).map(arrow => `  ${arrow}`),
    ...machine.end.map(state => `  ${state} --> [*]`),
    '```',
    ...(actions.length === 0
      ? []
      : ['', `Without a change of state: ${actions.map(step => step.name).join(', ')}.`]),
    '',
  ].join('\n');
}

/** The page of `docs/` that draws every machine of the product, as Markdown with Mermaid diagrams. */
export function stateGraphs(): string {
  return [
    '# States and steps',
    '',
    'Generated from `model/contexts/machines.ts` by `npm test -- --only model -- model/contexts/state-graphs.test.ts -u`; the',
    'test fails if the page is out of date. An arrow is a step that people take, unless it names others.',
    '',
    ...Object.entries<AnyMachine>(machines).map(([name, machine]) => graphOf(name, machine)),
  ].join('\n');
}
