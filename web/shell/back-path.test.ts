import { describe, expect, it } from 'vitest';
import { backPath, loginPath } from './back-path.ts';

describe('loginPath and backPath', () => {
  it('lead back to the page a person was on, with its query', () => {
    const place = { pathname: '/sch/examType', search: '?dataYearArray=2026&size=20', hash: '' };
    const login = new URL(loginPath(place), 'http://localhost');
    expect(login.pathname).toBe('/login');
    expect(backPath(login.search)).toBe('/sch/examType?dataYearArray=2026&size=20');
  });

  it('say nothing of home, where login leads anyway', () => {
    expect(loginPath({ pathname: '/home', search: '', hash: '' })).toBe('/login');
  });

  it.each([
    'https://evil.example',
    '//evil.example/x',
    '/\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/\t/evil.example',
    '/login',
    'javascript:alert(1)',
    '/login?back=/x',
    '',
  ])('go nowhere else for %s', back => {
    expect(backPath(`?back=${encodeURIComponent(back)}`)).toBeUndefined();
  });
});
