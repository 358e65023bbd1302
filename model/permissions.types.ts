/**
 * Mistakes in permission codes that must not compile, one to a line: the compiler complains of every `@ts-expect-error`
 * beneath which nothing is wrong. Nothing here ever runs.
 */

import { call } from './calls/call.ts';
import { registry } from './contexts/datasets.ts';
import { label } from './kernel/label.ts';
import { defineScreen } from './kernel/screens.ts';
import { defineSteps } from './kernel/steps.ts';
import { ownCode, type PermissionCode, permissionCode, stepCode } from './permissions.ts';

const { auditLog, lead, mockStudent, partners, payRecord, sysJob } = registry;
const said = label('说明', 'Text');

/** Codes of actions, of a dataset's own and of steps. */
function codes() {
  const good: PermissionCode[] = [
    'crm:lead:assign',
    'mock:arrange:lock',
    'crm:lead:status',
    'sys:audit:logins',
  ];
  permissionCode(partners, 'update');
  ownCode(mockStudent, 'idno');
  // @ts-expect-error the dataset has no batches
  permissionCode(partners, 'batchDelete');
  // @ts-expect-error payments are only read
  permissionCode(payRecord, 'update');
  // @ts-expect-error a further code is misspelt
  ownCode(mockStudent, 'idNo');
  // @ts-expect-error a code of another dataset
  ownCode(partners, 'idno');
  // @ts-expect-error the code of a step is misspelt
  good.push('crm:lead:asign');
  // @ts-expect-error a step of another dataset
  good.push('crm:lead:lock');
  // @ts-expect-error a step that asks for the code of an action declares none
  good.push('sys:job:pause');
  // @ts-expect-error a step that asks for the code of another step declares none
  good.push('mock:arrange:unlock');
  // @ts-expect-error the code of a screen is misspelt
  good.push('sys:audit:login');
  // @ts-expect-error a feature's code is misspelt
  good.push('sys:online:kik');
  // @ts-expect-error a text is no step
  stepCode(lead, 'assign');
  // @ts-expect-error a code alone is no step
  stepCode(lead, { may: 'asign' });
  return good;
}

/** Codes that calls ask for. */
function calls() {
  const rest = { of: lead, label: said } as const;
  call('POST /api/x', { ...rest, may: 'crm:lead:assign' });
  // @ts-expect-error the code of a step is misspelt
  call('POST /api/x', { ...rest, may: 'crm:lead:asign' });
  // @ts-expect-error the prefix is misspelt
  call('POST /api/x', { ...rest, may: 'crm:leads:assign' });
  // @ts-expect-error a last part alone is no code
  call('POST /api/x', { ...rest, may: 'assign' });
}

/** Codes that steps ask for. */
function steps() {
  const frame = { start: 'running', end: [] } as const;
  const move = { running: 'paused' } as const;
  defineSteps(sysJob, 'jobState', frame, { pause: { label: said, move, may: 'update' } });
  defineSteps(sysJob, 'jobState', frame, { pause: { label: said, move, may: 'pause' } });
  // @ts-expect-error an action that is misspelt
  defineSteps(sysJob, 'jobState', frame, { pause: { label: said, move, may: 'updat' } });
  // @ts-expect-error an action that the dataset does not have
  defineSteps(sysJob, 'jobState', frame, { pause: { label: said, move, may: 'import' } });
  // @ts-expect-error a step that is not there
  defineSteps(sysJob, 'jobState', frame, { pause: { label: said, move, may: 'stop' } });
  // @ts-expect-error a code in full where its last part is meant
  defineSteps(sysJob, 'jobState', frame, { pause: { label: said, move, may: 'sys:job:update' } });
}

/** Codes and actions of further screens. */
function screens() {
  const open = {
    name: 'failures',
    label: said,
    where: { result: 0 },
    menu: { at: '/sys/failures', group: 'system', icon: 'LoginOutlined', order: 99 },
  } as const;
  defineScreen(auditLog, { ...open, may: 'failures' });
  defineScreen(auditLog, { ...open, may: 'list', actions: ['list', 'export'] });
  // @ts-expect-error neither the name of the screen nor a code of the dataset
  defineScreen(auditLog, { ...open, may: 'failure' });
  // @ts-expect-error an action that the dataset does not have
  defineScreen(auditLog, { ...open, actions: ['list', 'delete'] });
  // @ts-expect-error no such section of the menu
  defineScreen(auditLog, { ...open, menu: { ...open.menu, at: '/syss/failures' } });
}

void [codes, calls, steps, screens];
