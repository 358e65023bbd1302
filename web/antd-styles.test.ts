import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { drawnStyles, makersIn, nameOf } from './antd-styles.ts';
import { themeOf } from './shell/theme/tokens.ts';

const library = join(dirname(fileURLToPath(import.meta.resolve('antd'))), '../es');
const names = ['Button-Button', 'DatePicker-DatePicker', 'Form-Form', 'Table-Table', 'Wave-Wave', undefined];

describe('The styles of Ant Design', () => {
  let sheets: string[] = [];
  const drawn = (...theme: Parameters<typeof drawnStyles>) => names.map(drawnStyles(...theme));
  beforeAll(() => {
    // Also silent during the build: components rendered alone warn about missing providers.
    vi.spyOn(console, 'error').mockReturnValue();
    sheets = drawn();
  });
  afterAll(() => vi.restoreAllMocks());

  it('are the same for every colour, light and dark, with and without motion', () => {
    expect(drawn(themeOf('#d6336c', true, false))).toEqual(sheets);
    expect(drawn(themeOf('#2f9e44', false, true))).toEqual(sheets);
  });

  it('are those of one component each, and those of links and icons for every page', () => {
    const selectors = ['.ant-btn', '.ant-picker', '.ant-form', '.ant-table', '.ant-wave'];
    for (const [at, selector] of selectors.entries())
      expect(sheets.map(css => css.includes(`${selector}{`))).toEqual(sheets.map((_, of) => of === at));
    expect(sheets.at(-1)).toContain('.anticon{');
  });

  it('have nothing for scripts from right to left, and whole rules for the others', () => {
    for (const css of sheets) {
      expect(css).not.toContain('-rtl');
      expect(css.match(/\{/g)?.length).toBe(css.match(/\}/g)?.length);
      expect(css).not.toMatch(/(^|\})\s*\{/);
    }
  });

  it('say which of them nothing draws', () => {
    expect(() => drawnStyles()('Unheard-Of')).toThrow('Unheard-Of');
  });

  it('misses no module of Ant Design that makes styles', async () => {
    const outside: string[] = [];
    for await (const file of glob('**/*.js', { cwd: library })) {
      const code = await readFile(join(library, file), 'utf8');
      if (!/gen(StyleHooks|SubStyleComponent|ComponentStyleHook)/.test(code)) continue;
      if (makersIn(code).length > 0 && !/(^|\/)style(\/[\w-]+)?\.js$/.test(file)) outside.push(file);
      for (const call of makersIn(code)) expect(nameOf(call), file).toMatch(/^\w+-[\w-]+$/);
    }
    expect(outside).toEqual([]);
  });
});
