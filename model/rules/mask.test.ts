import { expect, test } from 'vitest';
import { isSecretName, maskForLog, maskNumbers, maskPersonal } from './mask.ts';

test.each([
  ['13800001234', '138****1234'],
  ['联系 13800001234 或 15912345678。', '联系 138****1234 或 159****5678。'],
  ['{"mobile":"13800001234"}', '{"mobile":"138****1234"}'],
  ['110101200801011234', '110101********1234'],
  ['11010120080101123x', '110101********123x'],
  ['110101800101123', '110101*****1123'],
  ['6222021234567890123', '622202*********0123'],
  ['zhang.san+a@mail.example.com', 'z***@mail.example.com'],
  ['邮箱li@example.com，', '邮箱l***@example.com，'],
])('%s reads %s', (text, masked) => {
  expect(maskNumbers(text)).toBe(masked);
});

test.each([
  '2026-11-21 08:30:00',
  '430000',
  '12345678901',
  '1380000123',
  '00000000000000000000000',
  '版本 12',
  '@example.com',
  'a@b',
])('%s is nobody’s number', text => {
  expect(maskNumbers(text)).toBe(text);
});

test.each([
  ['0731-88881234', '****-****1234'],
  ['400 800 1234', '*** *** 1234'],
  ['转 8123', '转 8123'],
  ['13800001234', '138****1234'],
])('%s as the number of a person reads %s', (value, masked) => {
  expect(maskPersonal(value)).toBe(masked);
});

test('a log holds no token: neither a session’s nor one for scripts', () => {
  const session = 'kq3V-zN0a_bC9dE8fG7hJ6kL5mN4pQ3rS2tU1vW0xYz';
  expect(maskForLog(`token ${session} of 13800001234`)).toBe('token kq3V**** of 138****1234');
  expect(maskForLog('Bearer yk_abcdefghijkl, too')).toBe('Bearer yk_ab****, too');
  const kept = '/2026/03/4f0c4f0c4f0c4f0c4f0c4f0c4f0c4f0c4f0c4f0c.csv 0b0b8d8e-5f0e-4e0e-9d6e-0b0b8d8e5f0e';
  expect(maskForLog(kept)).toBe(kept);
});

test('secrets are known by their names, whatever the spelling', () => {
  for (const name of [
    'password',
    'oldPassword',
    'access-token',
    'smsCode',
    'sms_code',
    'Set-Cookie',
    'apiKey',
  ])
    expect(isSecretName(name), name).toBe(true);
  for (const name of ['userName', 'code', 'status', 'pass']) expect(isSecretName(name), name).toBe(false);
});
