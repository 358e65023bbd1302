import type { Label } from '../../kernel/label.ts';
import { field, label } from '../../kernel/language.ts';

/** The provinces whose people see a row of the apps; empty for all of them. */
export const shownIn = field.refs({
  label: label('展示省份', 'Shown in'),
  to: 'province',
  help: label('留空为全部省份', 'Left empty: all provinces'),
});

/** A rule over the value of a link, for rows with one of these kinds of links alone. */
export function linkRule(
  kinds: readonly number[],
  fits: (value: string) => boolean,
  message: Label,
): {
  readonly kind: 'rule';
  readonly fields: readonly ['linkValue', 'linkType'];
  readonly test: (row: { readonly linkType?: number | null; readonly linkValue?: string | null }) => boolean;
  readonly message: Label;
} {
  return {
    kind: 'rule',
    fields: ['linkValue', 'linkType'],
    test: ({ linkType, linkValue }) => !kinds.includes(Number(linkType)) || fits(String(linkValue ?? '')),
    message,
  };
}
