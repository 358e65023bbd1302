import { describe, expect, it } from 'vitest';
import { partOf } from './antd-parts.ts';

const module = `
import Collapse, { Panel as One, Bar } from 'antd/es/collapse';
import * as React from 'react';
const shade = 3;
export const isBright = value => Bar(value) > 192 && One(value);
export function isDark(value) { return value < shade; }
export default function Presets() { return React.createElement(Collapse); }
`;

describe('A part of a module of Ant Design', () => {
  it('is one export with the imports that it needs, and nothing else', () => {
    expect(partOf(module, 'isBright').split('\n')).toEqual([
      "import { Panel as One, Bar } from 'antd/es/collapse';",
      'export const isBright = value => Bar(value) > 192 && One(value);',
    ]);
  });

  it('is refused where it needs something else of its module, or is not there', () => {
    expect(() => partOf(module, 'isDark')).toThrow('isDark needs shade of its module');
    expect(() => partOf(module, 'isRed')).toThrow('isRed');
  });
});
