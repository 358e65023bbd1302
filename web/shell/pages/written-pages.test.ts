import { writtenPages } from '@yikao/model/menu.ts';
import { expect, test } from 'vitest';
import { pageModule } from './page-modules.ts';
import { standalonePaths } from './standalone.ts';

test('every page that links may name is there, and has an address of its own', () => {
  expect(writtenPages.filter(path => pageModule(path) === undefined)).toEqual([]);
  const paths: readonly string[] = [...writtenPages, ...Object.values(standalonePaths)];
  expect(new Set(paths).size).toBe(paths.length);
});
