import { registry } from '@yikao/model/contexts/datasets.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { defineSteps } from '@yikao/model/kernel/steps.ts';
import { defineStepServer } from './step-server.ts';

/* Mistakes of a machine's server side that must not compile; see `steps.types.ts` of the model. */
const said = label('说明', 'Text');
const machine = defineSteps(
  registry.sysJob,
  'jobState',
  { start: 'running', end: [] },
  {
    pause: {
      move: { running: 'paused' },
      label: said,
      form: { description: 'required' },
      needs: { idle: said },
    },
    resume: { move: { paused: ['running', 'paused'] }, label: said },
  },
);
const idle = async () => new Set<number>();
const resume = async () => new Map([[1, { to: 'running' as const }]]);

defineStepServer(machine, { needs: { idle }, effects: { resume } });
// @ts-expect-error a missing guard
defineStepServer(machine, { needs: {}, effects: { resume } });
// @ts-expect-error a guard that no step names
defineStepServer(machine, { needs: { idle, busy: idle }, effects: { resume } });
defineStepServer(machine, {
  // @ts-expect-error a guard that reads a column that is not there
  needs: { idle: async ({ rows }) => new Set(rows.map(row => row.age)) },
  effects: { resume },
});
// @ts-expect-error a missing fork
defineStepServer(machine, { needs: { idle }, effects: {} });
// @ts-expect-error a fork that does not choose
defineStepServer(machine, { needs: { idle }, effects: { resume: async () => {} } });
// @ts-expect-error a step that is not there
defineStepServer(machine, { needs: { idle }, effects: { resume, stop: async () => {} } });
defineStepServer(machine, {
  needs: { idle },
  effects: {
    resume,
    // @ts-expect-error a column that is not there
    pause: async ({ rows }) => void rows.map(row => row.age),
  },
});
defineStepServer(machine, {
  needs: { idle },
  effects: {
    resume,
    // @ts-expect-error an input that the step does not ask for
    pause: async ({ given }) => void given.reason,
  },
});
