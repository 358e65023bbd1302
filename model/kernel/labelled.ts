import { labels } from '../labels.ts';
import type { Field, FieldMap } from './field.ts';
import type { Label } from './label.ts';

/** The label of the dictionary for a field's name, or undefined where it has none. */
function wordFor(name: string): Label | undefined {
  if (!Object.hasOwn(labels, name)) return undefined;
  const [zh, en] = labels[name as keyof typeof labels];
  return { zh, en };
}

/**
 * The fields of a dataset, those without a label of their own called as the dictionary has it. A name that the
 * dictionary does not have stays blank, which the checks at boot refuse.
 */
export function labelled<F extends FieldMap>(fields: F): F {
  const named = Object.entries(fields).map(([name, field]): [string, Field] => {
    const label = field.label.zh === '' ? wordFor(name) : undefined;
    const called: Field = label ? Object.freeze({ ...field, label }) : field;
    // The columns of a table inside a row are called by the same dictionary.
    return [name, called.kind === 'lines' ? Object.freeze({ ...called, of: labelled(called.of) }) : called];
  });
  // The same names with the same kinds: only blank labels differ.
  return Object.freeze(Object.fromEntries(named)) as unknown as F;
}
