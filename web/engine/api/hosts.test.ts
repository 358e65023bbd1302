import { datasetCalls } from '@yikao/model/calls/dataset-calls.ts';
import { fileCalls } from '@yikao/model/calls/files.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { registrationCalls } from '@yikao/model/contexts/partner/registration.calls.ts';
import { loginCalls } from '@yikao/model/contexts/people/login.calls.ts';
import { serverCalls } from '@yikao/model/contexts/system/server.calls.ts';
import { expect, it } from 'vitest';
import { addressOf, serviceOf } from './hosts.ts';

it('names the service by the second segment of the path', () => {
  expect(serviceOf(loginCalls.login)).toBe('admin');
  expect(serviceOf(datasetCalls(registry.schExamType).list)).toBe('data');
});

it('knows the calls whose second segment is something else', () => {
  expect(serviceOf(loginCalls.logout)).toBe('admin');
  expect(serviceOf(fileCalls.upload)).toBe('base');
  expect(serviceOf(fileCalls.uploadMedia)).toBe('base');
  expect(serviceOf(registrationCalls.smsCode)).toBe('user');
});

it('calls the origin of the page where no other is set', () => {
  expect(addressOf(loginCalls.login, loginCalls.login.path)).toBe('/api/admin/login');
  expect(serviceOf(serverCalls.health)).toBeUndefined();
});
