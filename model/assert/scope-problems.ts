import { type AnyDataset, fieldOf, isStored } from '../kernel/dataset.ts';
import {
  isUnbound,
  type Once,
  type ScopeKind,
  scopeKinds,
  scopeOwners,
  scopeReference,
} from '../kernel/scope.ts';
import type { Problem } from './problem.ts';

/**
 * Reports scopes that cannot determine a row's owner: a missing kind, a missing reason, a field of the wrong kind, or a
 * reference to rows without an owner.
 */
export function scopeProblems(dataset: AnyDataset, all: readonly AnyDataset[]): Problem[] {
  return scopeKinds.flatMap(kind => kindProblems(dataset, kind, all));
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
