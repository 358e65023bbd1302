import { expect, test } from 'vitest';
import { isCommon, type Scope, type ScopeKind, scopeField, scopeReference, spelledOut } from './scope.ts';

type Names = 'provinceId' | 'partnersId' | 'channelId' | 'userId';
type Words = Scope<Record<ScopeKind, Names>, Names>;

test('a rest, or one reason for all, stands for every kind that is not named', () => {
  const reason = { common: 'reference data' };
  expect(spelledOut(reason)).toEqual({
    partner: reason,
    province: reason,
    agency: reason,
    own: reason,
  });
  const scope = spelledOut({
    partner: { through: 'channelId' },
    own: 'createBy',
    rest: { readOnly: 'they look on' },
  });
  expect(scope).toEqual({
    partner: { through: 'channelId' },
    province: { readOnly: 'they look on' },
    agency: { readOnly: 'they look on' },
    own: 'createBy',
  });
  expect(scopeReference(scope, 'partner')).toBe('channelId');
  expect([scopeField({ scope }, 'partner'), scopeField({ scope }, 'own')]).toEqual([undefined, undefined]);
  expect([isCommon({ scope }), isCommon({ scope: spelledOut(reason) })]).toEqual([false, true]);
});

test('a scope that leaves a kind out, or names what is no field, does not compile', () => {
  // @ts-expect-error the agency and own kinds are missing
  const partial: Words = { partner: 'partnersId', province: 'provinceId' };
  // @ts-expect-error no such field
  const wrong: Words = { province: 'city', rest: { common: 'reference data' } };
  // @ts-expect-error the maker of a row is a person
  const maker: Words = { partner: 'createBy', rest: { common: 'reference data' } };
  // @ts-expect-error leaving rows unbound requires a reason
  const silent: Words = { rest: 'common' };
  expect([partial, wrong, maker, silent]).toHaveLength(4);
});
