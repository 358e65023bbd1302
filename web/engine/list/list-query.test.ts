import { registry } from '@yikao/model/contexts/datasets.ts';
import { describe, expect, it } from 'vitest';
import type { Session } from '../session/session.ts';
import {
  lockedFields,
  lockedFilters,
  lockedInList,
  readListState,
  sameList,
  writeListState,
} from './list-query.ts';

const calendar = registry.schExamType;
const read = (address: string) => readListState(calendar, new URLSearchParams(address));
const session = (ids: Partial<Session>) =>
  ({ provinceId: null, partnersId: null, agentId: null, ...ids }) as Session; // all that is read

describe('the address of a list', () => {
  it('is plain while nothing is asked for', () => {
    expect(writeListState(read('')).toString()).toBe('');
  });

  it('gives the same list again, several values of one filter included', () => {
    const address = 'dataYear=2026&dataYear=2027&provinceId=430000&sort=-startTime&current=3&size=50';
    const again = writeListState(read(address));
    expect(readListState(calendar, again)).toEqual(read(address));
    expect(again.getAll('dataYear')).toEqual(['2026', '2027']);
  });

  it('is the same list in whatever order its filters were set, and another with another order of rows', () => {
    expect(sameList(read('dataYear=2026&provinceId=430000'), read('provinceId=430000&dataYear=2026'))).toBe(
      true,
    );
    expect(sameList(read('dataYear=2026'), read('dataYear=2026&sort=startTime'))).toBe(false);
    expect(sameList(read('dataYear=2026'), read('dataYear=2026&current=2'))).toBe(false);
  });

  it('leaves aside what is no filter, no field and no page', () => {
    expect(read('password=x&sort=nothing&current=-1&size=many')).toEqual({
      filters: {},
      sort: undefined,
      current: 1,
      size: undefined,
    });
  });

  it('is not ordered by the number of a person, whatever an old link says', () => {
    const users = (sort: string) =>
      readListState(registry.adminUser, new URLSearchParams(`sort=${sort}`)).sort;
    expect([users('-mobile'), users('email'), users('-userId')]).toEqual([undefined, undefined, '-userId']);
  });

  it('takes the key of a row, so that a finding leads to it', () => {
    expect(read('dataId=7').filters).toEqual({ dataId: ['7'] });
  });
});

describe('whose rows a person sees', () => {
  it('presets and locks partner and agency in every list of mock exams that asks by them, an agency under its partner', () => {
    const agency = session({ agentId: 7, partnersIds: [3] });
    const partner = session({ partnersId: 3, partnersIds: [3] });
    const both = { partnersId: 3, agentId: 7 };
    for (const name of [
      'mockStudent',
      'mockScore',
      'mockOrder',
      'examAgent',
      'areaAgent',
      'seat',
      'ticket',
    ] as const)
      expect([name, lockedInList(registry[name], agency)]).toEqual([name, both]);
    for (const name of ['mockExam', 'examInfo', 'examArea', 'mockRoom', 'mockRule', 'arrange'] as const)
      expect([name, lockedInList(registry[name], partner)]).toEqual([name, { partnersId: 3 }]);
    // Such a field is read-only in a form and not among its values.
    expect(lockedFields(registry.mockScore, agency)).toEqual({});
    // A person with several partners chooses among them.
    expect(lockedInList(registry.mockScore, session({ partnersId: 3, partnersIds: [3, 4] }))).toEqual({});
  });

  it('is left to the person in a list that also shows rows of nobody in particular', () => {
    const partner = session({ partnersId: 3 });
    for (const name of ['poster', 'printTemplate'] as const) {
      expect([name, lockedInList(registry[name], partner)]).toEqual([name, {}]);
      // A new one is the partner's own.
      expect([name, lockedFields(registry[name], partner)]).toEqual([name, { partnersId: 3 }]);
    }
    expect(lockedInList(registry.limitDate, session({ provinceId: 430000 }))).toEqual({});
  });

  it('is left to the person where a row may belong to several', () => {
    expect(lockedFields(registry.partners, session({ provinceId: 430000 }))).toEqual({});
  });

  it('is locked to the province of the person, in forms and in filters', () => {
    const locked = lockedFields(calendar, session({ provinceId: 430000 }));
    expect(locked).toEqual({ provinceId: 430000 });
    expect(lockedFilters(calendar, locked)).toEqual({ provinceId: ['430000'] });
  });

  it('is open where the person has no province or the dataset belongs to nobody', () => {
    expect(lockedFields(calendar, session({}))).toEqual({});
    expect(lockedFields(registry.school, session({ provinceId: 430000 }))).toEqual({});
  });

  it('does not lock the code of the province list itself', () => {
    expect(lockedFields(registry.province, session({ provinceId: 430000 }))).toEqual({});
  });
});
