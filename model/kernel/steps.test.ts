import { describe, expect, test } from 'vitest';
import { assertMachines } from '../assert/assert-machines.ts';
import { registry } from '../contexts/datasets.ts';
import { machines } from '../contexts/machines.ts';
import { label } from './label.ts';
import { editIn, mayDelete, mayEdit, stateOf, unmetNeeds } from './states.ts';
import { type AnyMachine, defineSteps } from './steps.ts';

const said = label('说明', 'Text');
const { sysJob, partnersApply } = registry;

describe('machines', () => {
  test('those of the product are whole', () => {
    expect(() => assertMachines(Object.values(machines))).not.toThrow();
  });

  test('a wrong one stops the boot and names the dataset, the step and what to do', () => {
    const open = {
      ...sysJob,
      fields: {
        ...sysJob.fields,
        jobState: { ...sysJob.fields.jobState, readOnly: false, default: 0 as const },
      },
    };
    const wrong = defineSteps(
      open,
      'jobState',
      { start: 'running', end: [], edit: { paused: { fields: 'all', step: 'pause' } } },
      {
        pause: {
          move: { running: 'paused' },
          label: said,
          form: { jobState: 'required' },
          due: 'nextFireTime',
        },
        list: { move: { paused: 'running' }, label: said, by: ['clock'] },
      },
    );
    let told = '';
    try {
      assertMachines([wrong, machines.sysJob]);
    } catch (error) {
      told = (error as Error).message;
    }
    expect(told.split('\n').slice(1)).toEqual([
      '- sysJob.jobState: holds a state and must be readOnly: steps alone change it',
      '- sysJob.jobState: must have the state running as its default: new rows begin there',
      '- sysJob.pause: is taken by edits of paused, but does not start there',
      "- sysJob.pause: is taken by edits, but 'step' is not among those who take it (by)",
      '- sysJob.pause: is taken by edits, which give it nothing, but asks for something',
      '- sysJob.pause: asks for the state itself',
      '- sysJob.pause: is due by nextFireTime, but the clock is not among those who take it (by)',
      '- sysJob.list: is taken by the clock, but names no time (due)',
      '- sysJob.list: is the address of a common call; choose another name',
      '- sysJob: has 2 machines; it can have one',
    ]);
  });

  test('a step that asks for a permission code which nothing declares stops the boot', () => {
    const { pause, ...others } = machines.sysJob.steps;
    const steps = { ...others, ...(pause && { pause: { ...pause, may: 'updat' } }) };
    expect(() => assertMachines([{ ...machines.sysJob, steps }])).toThrow(
      'sysJob.pause: asks for updat, a code that nothing declares; name an action of the dataset or a step, or declare it in permissions.own',
    );
  });

  test('what a step asks for is called as the dictionary has it', () => {
    const blank = Object.values(machines).flatMap(({ steps }) =>
      Object.values<AnyMachine['steps'][string]>(steps).flatMap(step =>
        Object.entries(step.inputs).flatMap(([name, { label: called }]) =>
          called.zh === '' || called.en === '' ? [`${step.name}.${name}`] : [],
        ),
      ),
    );
    expect(blank).toEqual([]);
  });

  test('a sum over rows that have a life says of which states it is', () => {
    const bare = { ...registry.refund, summary: { amount: 'sum' as const } };
    const machine = { ...machines.refund, datasets: [bare] } as unknown as AnyMachine;
    expect(() => assertMachines([machine])).toThrow(/refund\.amount: is summed over all states/);
    expect(() => assertMachines([machines.refund])).not.toThrow();
  });

  test('guards are told all together, and only exactly true passes', () => {
    const machine: AnyMachine = defineSteps(
      partnersApply,
      'auditStatus',
      {
        start: 'submitted',
        end: ['approved', 'rejected'],
        unused: ['draft'],
        edit: { submitted: ['remark'], rejected: { fields: 'all', step: 'approve' } },
        delete: ['submitted'],
      },
      {
        approve: {
          move: { submitted: ['approved', 'rejected'] },
          label: said,
          needs: {
            named: [row => row.partnersName !== '', label('没有名称', 'It has no name')],
            old: [(row, { today }) => row.createTime.slice(0, 10) < today, label('今天的', "It is today's")],
            asked: label('由服务器判断', 'The server tells'),
          },
        },
      },
    );
    const row = { auditStatus: 1, partnersName: '', createTime: '2026-03-01 08:00:00' };
    const { approve } = machine.steps;
    if (!approve) throw new Error('The step is there');
    const moment = { now: '2026-03-01 09:00:00', today: '2026-03-01' };
    expect(unmetNeeds(approve, row, moment).map(({ name }) => name)).toEqual(['named', 'old']);
    expect(stateOf(machine, row)).toBe('submitted');
    const fields = ['remark', 'partnersName'];
    expect(fields.map(name => mayEdit(machine, row, name))).toEqual([true, false]);
    expect(fields.map(name => mayEdit(machine, { auditStatus: 2 }, name))).toEqual([false, false]);
    expect(editIn(machine, { auditStatus: 3 })).toEqual({ fields: 'all', step: 'approve' });
    expect([1, 2].map(auditStatus => mayDelete(machine, { auditStatus }))).toEqual([true, false]);
  });
});
