import type { AbroadPage } from '@yikao/model/contexts/abroad/abroad.calls.ts';

/** The filters of a visitor; a key without a value leaves it open. */
export interface Choice {
  readonly countryId: number | undefined;
  readonly directionId: number | undefined;
  readonly degree: number | undefined;
}

/** A programme of the public page. */
export type PageItem = AbroadPage['items'][number];
/** A school of the public page. */
export type PageSchool = AbroadPage['schools'][number];

/** A direction with those below it. */
function withBelow({ directions }: AbroadPage, directionId: number): ReadonlySet<number> {
  const below = directions.filter(({ parentId }) => parentId === directionId);
  return new Set([directionId, ...below.map(({ id }) => id)]);
}

/**
 * The programmes and schools that fit a choice. A direction includes those below it; with a degree, schools are those
 * that have such a programme.
 */
export function matching(page: AbroadPage, { countryId, directionId, degree }: Choice) {
  const directions = directionId === undefined ? undefined : withBelow(page, directionId);
  const items = page.items.filter(
    item =>
      (countryId === undefined || item.countryId === countryId) &&
      (directions === undefined || directions.has(item.directionId)) &&
      (degree === undefined || item.degree === degree),
  );
  const offered = new Set(items.map(({ schoolId }) => schoolId));
  const schools = page.schools.filter(
    school =>
      (countryId === undefined || school.countryId === countryId) &&
      (directions === undefined || school.directionIds.some(id => directions.has(id))) &&
      (degree === undefined || offered.has(school.id)),
  );
  return { items, schools };
}
