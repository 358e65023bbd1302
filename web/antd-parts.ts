import type { Plugin } from 'vite';

/** A part of Ant Design that the product has no use for: its module, and what stands in its place. */
interface UnusedPart {
  readonly file: RegExp;
  readonly code: string;
}

/** Parts without use, each of which would bring libraries along that every first page waits for. */
export const unusedParts: readonly UnusedPart[] = [
  // The filters of a list stand above it. In a heading they would be trees, radios and menus.
  {
    file: /\/antd\/es\/table\/hooks\/useFilter\/FilterDropdown\.js$/,
    code: `export const flattenKeys = () => [];
export default function FilterDropdown() {
  throw new Error('Headings have no filters, see web/antd-parts.ts');
}`,
  },
];

/** Leaves out of the pages what they never use of Ant Design; see {@link unusedParts}. */
export function antdParts(): Plugin {
  return {
    name: 'antd-parts',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      return unusedParts.find(({ file }) => file.test(id))?.code;
    },
  };
}
