import { labels } from '../labels.ts';
import type { Field, FieldMap } from './field.ts';
import type { Label } from './label.ts';

/** The dictionary's label for a field's name, or undefined. */
function wordFor(name: string): Label | undefined {
  if (!Object.hasOwn(labels, name)) return undefined;
  const [zh, en] = labels[name as keyof typeof labels];
  return { zh, en };
}

/**
 * Gives fields without a label the dictionary's label. A name that the dictionary lacks stays blank, and the checks at
 * boot refuse it.
 */
export function labelled<F extends FieldMap>(fields: F): F {
  const named = Object.entries(fields).map(([name, field]): [string, Field] => {
    const label = field.label.zh === '' ? wordFor(name) : undefined;
    const called: Field = label ? Object.freeze({ ...field, label }) : field;
    // Columns of an inner table use the same dictionary.
    return [name, called.kind === 'lines' ? Object.freeze({ ...called, of: labelled(called.of) }) : called];
  });
  // The same names with the same kinds: only blank labels differ.
  return Object.freeze(Object.fromEntries(named)) as unknown as F;
}
