import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makersIn, nameOf, stylesOf } from './antd-styles.ts';
import { themeOf } from './shell/theme/tokens.ts';

const library = join(dirname(fileURLToPath(import.meta.resolve('antd'))), '../es');
const names = new Set(['Button-Button', 'DatePicker-DatePicker', 'Form-Form', 'Table-Table', 'Wave-Wave']);

describe('The stylesheet of Ant Design', () => {
  let css = '';
  beforeAll(() => {
    // Also silent during the build: components rendered alone warn about missing providers.
    vi.spyOn(console, 'error').mockReturnValue();
    css = stylesOf(names);
  });
  afterAll(() => vi.restoreAllMocks());

  it('is the same for every colour, light and dark, with and without motion', () => {
    expect(stylesOf(names, themeOf('#d6336c', true, false))).toBe(css);
    expect(stylesOf(names, themeOf('#2f9e44', false, true))).toBe(css);
  });

  it('has what was asked for, and what is said of links and icons, and nothing else', () => {
    for (const selector of ['.ant-btn', '.ant-picker', '.ant-form', '.ant-table', '.ant-wave', '.anticon'])
      expect(css).toContain(`${selector}{`);
    expect(css).not.toContain('.ant-select{');
  });

  it('has nothing for scripts from right to left, and whole rules for the others', () => {
    expect(css).not.toContain('-rtl');
    expect(css.match(/\{/g)?.length).toBe(css.match(/\}/g)?.length);
    expect(css).not.toMatch(/(^|\})\s*\{/);
  });

  it('says what of its parts it does not know', () => {
    expect(() => stylesOf(new Set(['Button-Button', 'Unheard-Of']))).toThrow('Unheard-Of');
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
