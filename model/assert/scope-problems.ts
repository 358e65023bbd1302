import { type AnyDataset, fieldOf, isStored } from '../kernel/dataset.ts';
import { isPersonal } from '../kernel/field.ts';
import {
  isUnbound,
  type Once,
  type ScopeKind,
  scopeKinds,
  scopeOwners,
  scopeReference,
  servedPersons,
} from '../kernel/scope.ts';
import type { Problem } from './problem.ts';

/**
 * Reports scopes that cannot determine a row's owner: a missing kind, a missing reason, a field of the wrong kind, or a
 * reference to rows without an owner.
 */
export function scopeProblems(dataset: AnyDataset, all: readonly AnyDataset[]): Problem[] {
  return [...scopeKinds.flatMap(kind => kindProblems(dataset, kind, all)), ...openProblems(dataset, all)];
}

/** Reports names that everyone may look up although they are a person's, or belong to one organisation or person. */
function openProblems(dataset: AnyDataset, all: readonly AnyDataset[]): Problem[] {
  const unknown = Object.entries(dataset.fields).flatMap(([field, declared]) =>
    ('offers' in declared ? (declared.offers ?? []) : [])
      .filter(to => !all.some(({ name }) => name === to))
      .map(to => ({ field, why: `offers rows of ${to}, which is no dataset` })),
  );
  if (!dataset.identity.open) return unknown;
  const field = 'identity.open';
  const about = aboutPerson(dataset, all);
  const owned = (['partner', 'agency', 'own'] as const).filter(kind => !isUnbound(dataset.scope[kind]));
  return [
    ...unknown,
    ...(about === undefined ? [] : [{ field, why: `lets everyone look up persons (${about})` }]),
    ...owned.map(kind => ({ field, why: `lets everyone look up rows that have owners (scope.${kind})` })),
  ];
}

function kindProblems(dataset: AnyDataset, kind: ScopeKind, all: readonly AnyDataset[]): Problem[] {
  const problems: Problem[] = [];
  const complain = (field: string, why: string) => problems.push({ field, why });
  const source = dataset.scope[kind];
  const where = `scope.${kind}`;
  if (source === undefined) {
    complain('scope', `says nothing of ${kind}; name a field, or the reason why it binds nobody`);
  } else if (isUnbound(source)) {
    const reason = 'common' in source ? source.common : source.readOnly;
    if (reason.trim() === '') complain('scope', `leaves ${kind} unbound without a reason`);
    const about = 'common' in source && !source.ofPersons?.trim() ? aboutPerson(dataset, all) : undefined;
    if (about !== undefined)
      complain(
        about,
        `is about a person, and everyone reads the rows (${where}); take the owner from the person, or give the reason in ofPersons`,
      );
    if ('within' in source && source.within !== undefined && !holdsOwner(dataset, source.within, kind))
      complain(source.within, `holds no ${scopeOwners[kind]} (${where})`);
  } else if (typeof source === 'object') {
    if (!leads(dataset, kind, all))
      complain(source.through, `leads to no row that says whose it is (${where})`);
    if (source.once && !saysYes(dataset, source.once, all))
      complain(source.once.of, `leads to no row with a yes or no in ${source.once.is} (${where})`);
  } else if (source === 'createBy') {
    if (kind !== 'own') complain('createBy', `is a person, and no ${kind} (${where})`);
  } else {
    const field = fieldOf(dataset, source);
    if (!field) complain(source, `is not a field (${where})`);
    else if (!isStored(field)) complain(source, `is no column (${where})`);
    else if (!holdsOwner(dataset, source, kind)) complain(source, `holds no ${scopeOwners[kind]} (${where})`);
  }
  return problems;
}

/** The field that makes a row one about a person: a number of the person, or a reference to such a row. */
function aboutPerson(dataset: AnyDataset, all: readonly AnyDataset[]): string | undefined {
  const own = Object.entries(dataset.fields).find(([, field]) => isPersonal(field));
  return own?.[0] ?? personReference(dataset, personsOf(all));
}

const known = new WeakMap<readonly AnyDataset[], ReadonlySet<string>>();

/** The datasets about persons: those served, those with an identity number, and all that refer to one of them. */
function personsOf(all: readonly AnyDataset[]): ReadonlySet<string> {
  const found = known.get(all);
  if (found) return found;
  const persons = new Set(servedPersons);
  for (const { name, fields } of all) {
    const numbered = Object.values(fields).some(
      field => field.kind === 'text' && field.format === 'idNumber',
    );
    if (numbered) persons.add(name);
  }
  for (let size = -1; size !== persons.size; ) {
    size = persons.size;
    for (const dataset of all) if (personReference(dataset, persons) !== undefined) persons.add(dataset.name);
  }
  known.set(all, persons);
  return persons;
}

function personReference({ fields }: AnyDataset, persons: ReadonlySet<string>): string | undefined {
  return Object.keys(fields).find(name => {
    const field = fields[name];
    return (field?.kind === 'ref' || field?.kind === 'refs') && persons.has(field.to);
  });
}

/** Reports whether the row that withholds others has the field that releases them. */
function saysYes(dataset: AnyDataset, { of, is }: Once, all: readonly AnyDataset[]): boolean {
  const reference = fieldOf(dataset, of);
  const target = reference?.kind === 'ref' ? all.find(({ name }) => name === reference.to) : undefined;
  const field = target && fieldOf(target, is);
  return field?.kind === 'yesNo' && isStored(field);
}

/**
 * Reports whether a field holds the owner that people are bound to: a reference, the owner's key, or a number kept by a
 * log.
 */
function holdsOwner(dataset: AnyDataset, name: string, kind: ScopeKind): boolean {
  const field = fieldOf(dataset, name);
  const owner = scopeOwners[kind];
  if (field?.kind === 'ref' || field?.kind === 'refs') return field.to === owner;
  return name === dataset.key ? dataset.name === owner : field?.kind === 'id';
}

/** Reports whether references lead from a dataset to a row with an owner of one kind of scope. */
function leads(dataset: AnyDataset, kind: ScopeKind, all: readonly AnyDataset[]): boolean {
  const passed = new Set<AnyDataset>();
  for (let at: AnyDataset | undefined = dataset; at && !passed.has(at); ) {
    passed.add(at);
    const reference = scopeReference(at.scope, kind);
    if (reference === undefined) return at.scope[kind] !== undefined && !isUnbound(at.scope[kind]);
    const field = fieldOf(at, reference);
    at = field?.kind === 'ref' && isStored(field) ? all.find(other => other.name === field.to) : undefined;
  }
  return false;
}
