import { registry } from '../contexts/datasets.ts';
import { label } from './label.ts';
import { defineMachines, defineSteps } from './steps.ts';

/*
 * Code that must not compile. The type checker refuses the line below each marker; if it is accepted, the marker itself
 * is the error.
 */
const { sysJob, partnersApply } = registry;
const said = label('说明', 'Text');
const frame = { start: 'running', end: [] } as const;

// @ts-expect-error a state that is not there
defineSteps(sysJob, 'jobState', { start: 'runing', end: [] }, {});
// @ts-expect-error a field without named states
defineSteps(sysJob, 'misfire', frame, {});
// @ts-expect-error a field that is not there
defineSteps(sysJob, 'state', frame, {});
// @ts-expect-error a move from a state that is not there
defineSteps(sysJob, 'jobState', frame, { pause: { label: said, move: { runing: 'paused' } } });
// @ts-expect-error a move to a state that is not there
defineSteps(sysJob, 'jobState', frame, { pause: { label: said, move: { running: 'pause' } } });
defineSteps(
  sysJob,
  'jobState',
  { start: 'running', end: ['paused'] },
  // @ts-expect-error a final state that is left
  { resume: { label: said, move: { paused: 'running' } } },
);
// @ts-expect-error a column that is not there
defineSteps(sysJob, 'jobState', frame, { pause: { label: said, form: { reason: 'required' } } });
// @ts-expect-error an option that steps do not have
defineSteps(sysJob, 'jobState', frame, { pause: { label: said, lable: said } });
defineSteps(sysJob, 'jobState', frame, {
  // @ts-expect-error a guard that reads a column that is not there
  pause: { label: said, needs: { old: [row => row.age === 1, said] } },
});
// @ts-expect-error a time that is none
defineSteps(sysJob, 'jobState', frame, { pause: { label: said, by: ['clock'], due: 'jobName' } });
// @ts-expect-error a person that is none
defineSteps(sysJob, 'jobState', frame, { pause: { label: said, fourEyes: 'jobName' } });
// @ts-expect-error an edit of a state that is not there
defineSteps(sysJob, 'jobState', { ...frame, edit: { runing: 'all' } }, {});
// @ts-expect-error an edit of a field that is not there
defineSteps(sysJob, 'jobState', { ...frame, edit: { running: ['jobname'] } }, {});
defineSteps(
  sysJob,
  'jobState',
  // @ts-expect-error an edit that takes a step that is not there
  { ...frame, edit: { running: { fields: 'all', step: 'stop' } } },
  { pause: { label: said, move: { running: 'paused' } } },
);
// @ts-expect-error a deletion in a state that is not there
defineSteps(sysJob, 'jobState', { ...frame, delete: ['runing'] }, {});
defineSteps(sysJob, 'jobState', frame, {
  // @ts-expect-error a permission code that is not declared
  pause: { label: said, move: { running: 'paused' }, may: 'stop' },
});
// @ts-expect-error an actor that is not there
defineSteps(sysJob, 'jobState', frame, { pause: { label: said, by: ['robot'] } });

const stuck = defineSteps(sysJob, 'jobState', frame, {
  pause: { label: said, move: { running: 'paused' } },
});
const unreached = defineSteps(
  partnersApply,
  'auditStatus',
  { start: 'submitted', end: ['approved', 'rejected'] },
  { approve: { label: said, move: { submitted: 'approved' } } },
);
// @ts-expect-error a state that nothing leaves
defineMachines({ stuck });
// @ts-expect-error states that nothing reaches
defineMachines({ unreached });
