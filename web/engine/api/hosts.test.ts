import { expect, it } from 'vitest';
import { addressOf, serviceOf } from './hosts.ts';

it('names the service by the second segment of the path', () => {
  expect(serviceOf('/api/admin/login')).toBe('admin');
  expect(serviceOf('/api/data/wish/sch/examType/list')).toBe('data');
});

it('knows the three paths whose second segment is something else', () => {
  expect(serviceOf('/logout')).toBe('admin');
  expect(serviceOf('/common/file/upload')).toBe('base');
  expect(serviceOf('/api/sms/user/code')).toBe('user');
});

it('calls the origin of the page where no other is set', () => {
  expect(addressOf('/api/admin/login')).toBe('/api/admin/login');
  expect(serviceOf('/health')).toBeUndefined();
});
