import { expect, test } from 'vitest';
import { type Account, personOf } from './person.ts';

const account: Account = {
  userId: 7,
  userName: 'someone',
  adminFlag: 0,
  partnersId: null,
  partnersTree: null,
  mustChange: false,
  provinceId: null,
  agentId: null,
  dataScopes: [0],
  codes: ['sch:examType:list'],
};
const reach = (parts: Partial<Account>) => {
  const { noRows, ownRowsOnly } = personOf({ ...account, ...parts });
  return noRows ? 'nothing' : ownRowsOnly ? 'own' : 'all';
};

test.each<[string, Partial<Account>, string]>([
  ['a role for all rows', { dataScopes: [0] }, 'all'],
  ['a role for own rows', { dataScopes: [4] }, 'own'],
  ['roles that all are for own rows', { dataScopes: [4, 4] }, 'own'],
  ['a role for own rows beside one for all', { dataScopes: [4, 0] }, 'all'],
  ['a partner role without a partner', { dataScopes: [1] }, 'nothing'],
  ['a partner role with a partner', { dataScopes: [1], partnersId: 3 }, 'all'],
  ['a province role without a province', { dataScopes: [2] }, 'nothing'],
  ['an agency role without an agency', { dataScopes: [3], partnersId: 3 }, 'nothing'],
  ['own rows beside a partner role without a partner', { dataScopes: [1, 4] }, 'own'],
  ['no role at all', { dataScopes: null }, 'nothing'],
  ['an administrator without a role', { dataScopes: null, adminFlag: 1 }, 'all'],
])('%s', (_, parts, expected) => {
  expect(reach(parts)).toBe(expected);
});

test('a partner reaches all under it, and comes first itself', () => {
  const { partnersIds } = personOf({ ...account, partnersId: 3, partnersTree: [8, 3, 5] });
  expect(partnersIds).toEqual([3, 8, 5]);
});

test('an agency reaches its partner’s tree, and nobody’s once the agency is gone', () => {
  const agency = { ...account, agentId: 9, dataScopes: [3] };
  expect(personOf({ ...agency, partnersId: 3, partnersTree: [3, 5] }).partnersIds).toEqual([3, 5]);
  expect(personOf({ ...agency, partnersTree: [] }).partnersIds).toEqual([]);
});

test('several organisations bind together', () => {
  expect(personOf({ ...account, partnersId: 3, provinceId: 430_000, agentId: 9 })).toMatchObject({
    partnersIds: [3],
    provinceId: 430_000,
    agentId: 9,
    admin: false,
  });
});
