import { type AnyDataset, fieldOf } from './kernel/dataset.ts';
import type { Label } from './kernel/label.ts';
import type { NameOf } from './kernel/names.ts';
import { stateNamed } from './kernel/states.ts';
import type { StepDataset } from './kernel/step-fields.ts';
import type { AnyMachine, Machine } from './kernel/steps.ts';
import type { WrittenPage } from './menu.ts';
import type { PermissionCode } from './permissions.ts';

/** The person whose waiting rows are read, and the day, `YYYY-MM-DD` of Asia/Shanghai. */
export interface WaitingReader {
  readonly userId: number;
  readonly today: string;
  readonly yesterday: string;
  /** The last day that counts as near, a week ahead. */
  readonly soon: string;
}

/** The filters of a list by query key, as its address has them. */
export type WaitingQuery<Key extends string = string> = {
  readonly [K in Key]?: readonly (number | string)[];
};

/**
 * Rows that wait for a person: those of a list under some filters, for the holders of the next step's code. The home
 * page shows their number and the first of them; its links open the list with the same filters.
 */
export interface Waiting {
  /** Unique, such as `refund.audit`. */
  readonly name: string;
  /** The dataset, or one of its further screens. */
  readonly of: AnyDataset;
  readonly label: Label;
  /** The next step, as its button says it. */
  readonly next: Label;
  /** The code of the next step, needed besides the list's; `person` for rows that have one reader each. */
  readonly may: PermissionCode | 'person';
  /** Holders of this code have another item for the same rows. */
  readonly unless?: PermissionCode;
  readonly asked: (reader: WaitingReader) => WaitingQuery;
  /** Order of the rows. */
  readonly sort: string;
  /** Field that names a row for people, such as its candidate or partner; its number is then shown beside. */
  readonly title?: string;
  /** Fields shown beside the name of a row. */
  readonly tells: readonly string[];
  /** The rows are late: their number is shown in red. */
  readonly late: boolean;
  /** Fields with people who may not take the step, such as that of `fourEyes`. */
  readonly notBy: readonly string[];
  /** Only people of the house take the step, none of a partner or an agency. */
  readonly byHouse?: boolean;
  /** The page that the links open, for a dataset without a screen. */
  readonly page?: WrittenPage;
}

/** Options that every kind of item has. */
interface WaitingInput<Key extends string, Field extends string> {
  readonly label: Label;
  readonly asked?: (reader: WaitingReader) => WaitingQuery<Key>;
  /** Order of the rows; by default those that have waited longest come first. */
  readonly sort?: Field | `-${Field}`;
  readonly title?: Field;
  readonly tells: readonly (Field | 'createTime' | 'updateTime')[];
  readonly late?: boolean;
  /** Fields with people who may not take the step, besides that of its `fourEyes`. */
  readonly notBy?: readonly Field[];
}

/** Options of {@link rowsWait}. */
interface RowsInput<Key extends string, Field extends string> extends WaitingInput<Key, Field> {
  readonly name: string;
  readonly next: Label;
  readonly may: Waiting['may'];
  readonly unless?: PermissionCode;
  readonly page?: WrittenPage;
}

/** Declares rows of a list, or of a further screen, that wait for the holders of a permission code. */
export function rowsWait<D extends AnyDataset>(
  dataset: D,
  {
    asked = () => ({}),
    late = false,
    notBy = [],
    sort = dataset.key,
    ...input
  }: RowsInput<NonNullable<D['made']>['asked'], NameOf<D['fields']>>,
): Waiting {
  // The keys were typed by the dataset; code that reads `Waiting` knows none.
  return { ...input, of: dataset, asked: asked as Waiting['asked'], late, notBy, sort };
}

/** Declares rows that wait for a step: those in the states from which it starts, for the people who may take it. */
export function stepWaits<D extends StepDataset, S>(
  machine: Machine<D, string, S>,
  name: keyof S & string,
  {
    asked = () => ({}),
    late = false,
    notBy = [],
    ...input
  }: WaitingInput<NonNullable<D['made']>['asked'], keyof D['fields'] & string>,
): Waiting {
  const any: AnyMachine = machine;
  const step = any.steps[name];
  const [of] = any.datasets;
  if (!step || !of) throw new Error(`waiting.${name}: its machine has no such step`);
  const states = Object.keys(step.move).map(state => stateNamed(any, state).code);
  return {
    ...input,
    name: `${of.name}.${name}`,
    of,
    next: step.label,
    // Declared with the step, which the registry of machines holds.
    may: `${of.permissions.prefix}:${step.may}` as PermissionCode,
    asked: reader => ({ [any.field]: states, ...(asked as Waiting['asked'])(reader) }),
    late,
    sort: input.sort ?? of.key,
    notBy: [...step.fourEyes, ...notBy],
    ...(step.byHouse === true && { byHouse: true }),
  };
}

/**
 * Checks the items of a registry.
 *
 * @throws Error that names each wrong one, with what to do.
 */
export function assertWaiting(items: readonly Waiting[]): void {
  const complaints = items.flatMap(({ name, of, label, next, title, tells, sort, notBy, page }, at) => {
    const unknown = [
      ...(title === undefined ? [] : [title]),
      ...tells,
      sort.replace(/^-/, ''),
      ...notBy,
    ].filter(field => fieldOf(of, field) === undefined || fieldOf(of, field)?.private === true);
    return [
      ...(items.findIndex(one => one.name === name) < at ? ['another item has this name'] : []),
      ...([label, next].some(({ zh, en }) => !zh || !en) ? ['has no label in one of the languages'] : []),
      ...unknown.map(field => `${of.name}.${field} is no field that people see`),
      ...(of.menu || page ? [] : [`${of.name} has no screen; name the page that shows its rows`]),
    ].map(why => `waiting.${name}: ${why}`);
  });
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}
