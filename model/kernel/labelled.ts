import { labels } from '../labels.ts';
import type { Field, FieldMap } from './field.ts';
import type { Label } from './label.ts';

/** The dictionary's label for a field's name, or undefined. */
function wordFor(name: string): Label | undefined {
  if (!Object.hasOwn(labels, name)) return undefined;
  const [zh, en] = labels[name as keyof typeof labels];
  return { zh, en };
}

/** The fields with their marks: each as `mark` returns it, frozen. It keeps their names and kinds. */
export function marked<F extends FieldMap>(fields: F, mark: (field: Field, name: string) => Field): F {
  const entries = Object.entries(fields).map(([name, field]) => [name, Object.freeze(mark(field, name))]);
  // The same names with the same kinds: only the marks are new.
  return Object.freeze(Object.fromEntries(entries)) as unknown as F;
}

/**
 * Gives fields without a label the dictionary's label. A name that the dictionary lacks stays blank, and the checks at
 * boot refuse it.
 */
export function labelled<F extends FieldMap>(fields: F): F {
  return marked(fields, (field, name) => {
    const label = field.label.zh === '' ? wordFor(name) : undefined;
    const called: Field = label ? { ...field, label } : field;
    // Columns of an inner table use the same dictionary.
    return called.kind === 'lines' ? { ...called, of: labelled(called.of) } : called;
  });
}
