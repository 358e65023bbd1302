/** The ways in which a row can have an owner (domain 0.3). */
export const scopeKinds = ['partner', 'province', 'agency', 'own'] as const;

/** One of {@link scopeKinds}. */
export type ScopeKind = (typeof scopeKinds)[number];

/** The dataset whose rows people are bound to, by kind of scope; own rows are bound to the person. */
export const scopeOwners = {
  partner: 'partners',
  province: 'province',
  agency: 'agent',
  own: 'adminUser',
} as const satisfies Record<ScopeKind, string>;

/** The datasets whose rows are the persons whom the product serves: candidates, and people who ask. */
export const servedPersons: readonly string[] = ['wishUser', 'lead'];

/** The kinds of scope that bind people to an organisation. */
export const organisationKinds = ['partner', 'province', 'agency'] as const satisfies readonly ScopeKind[];

/**
 * Leaves rows unbound for one kind of scope, with the reason. `common`: people of that kind read all rows, and change
 * those that another kind makes theirs (domain 0.7, 20); if no kind that binds them gives rows an owner, the rows are
 * shared, and people of organisations change none. `readOnly`: they read the rows and change none of them, either all
 * rows or those that the field `within` assigns to them. Rows about persons are not left to everyone: a dataset that does
 * so all the same gives the reason in `ofPersons`.
 */
export type Unbound =
  | { readonly common: string; readonly ofPersons?: string }
  | { readonly readOnly: string; readonly within?: string };

/**
 * Hides rows from people bound by a kind of scope until the row that the reference `of` points to has yes in its field
 * `is`: unpublished results cannot be read in any way.
 */
export interface Once<Reference extends string = string> {
  readonly of: Reference;
  readonly is: string;
}

/**
 * The source of a row's owner: one of its own fields (a list of ids gives several owners), the row that a reference
 * points to, since a dataset without the column inherits the owner of its parent row (domain 0.3), or none, with the
 * reason.
 */
export type ScopeSource<Name extends string = string, Reference extends string = Name> =
  | Name
  | { readonly through: Reference; readonly once?: Once<Reference> }
  | Unbound;

/**
 * The owner of own rows: the salesperson, else the user, else the creator (domain 0.3, U). Rows owned only through
 * their creator belong to an organisation first: everyone within reach may choose them by name.
 */
export type OwnSource<Name extends string = string, Reference extends string = Name> =
  | ScopeSource<Name, Reference>
  | 'createBy';

/** Names of the fields that may hold a row's owner, by kind of scope. */
type NamesByKind = Readonly<Record<ScopeKind, string>>;

type Kinds<Names extends NamesByKind, Reference extends string> = {
  readonly [K in ScopeKind]: K extends 'own'
    ? OwnSource<Names[K], Reference>
    : ScopeSource<Names[K], Reference>;
};

/**
 * The owner of a dataset's rows, for each kind of scope; a missing kind does not compile, and denies. `rest` covers the
 * kinds not named; a scope of only `common` binds nobody, and one of only `through` has the owners of another row.
 */
export type Scope<Names extends NamesByKind = NamesByKind, Reference extends string = string> =
  | Kinds<Names, Reference>
  | (Partial<Kinds<Names, Reference>> & { readonly rest: Unbound })
  | { readonly common: string; readonly ofPersons?: string }
  | { readonly through: Reference };

/** A declared scope with every kind spelled out. A kind that is still missing leaves no rows to the people it binds. */
export type Scopes = Partial<Kinds<NamesByKind, string>>;

/** The scope with each kind spelled out. */
export function spelledOut(scope: Scope): Scopes {
  if ('common' in scope || 'through' in scope)
    return Object.fromEntries(scopeKinds.map(kind => [kind, scope]));
  if (!('rest' in scope)) return scope;
  const { rest, ...named } = scope;
  return Object.fromEntries(scopeKinds.map(kind => [kind, named[kind] ?? rest]));
}

/** Reports whether a kind of scope is declared to leave the rows unbound. */
export function isUnbound(source: OwnSource | undefined): source is Unbound {
  return typeof source === 'object' && !('through' in source);
}

/** The reference to the row that gives a row its owner, for one kind of scope. */
export function scopeReference(scope: Scopes, kind: ScopeKind): string | undefined {
  const source = scope[kind];
  return typeof source === 'object' && 'through' in source ? source.through : undefined;
}

/**
 * The dataset's own field that holds a row's owner, for one kind of scope; undefined if the kind does not bind the
 * dataset, or binds it through another row or by its creator.
 */
export function scopeField({ scope }: { readonly scope: Scopes }, kind: ScopeKind): string | undefined {
  const source = scope[kind];
  return typeof source === 'string' && source !== 'createBy' ? source : undefined;
}

/**
 * The kind of scope that lets people bound by these kinds read rows of a dataset but never change any, whatever codes
 * they hold; undefined if they may change their own.
 */
export function lookingKind(
  { scope }: { readonly scope: Scopes },
  kinds: readonly ScopeKind[],
): ScopeKind | undefined {
  const closed = kinds.find(kind => {
    const source = scope[kind];
    return source === undefined || (isUnbound(source) && 'readOnly' in source);
  });
  if (closed !== undefined) return closed;
  const organisations = organisationKinds.filter(kind => kinds.includes(kind));
  return organisations.every(kind => isUnbound(scope[kind])) ? organisations[0] : undefined;
}

/** Reports whether the dataset binds nobody: every kind of scope reads all rows. */
export function isCommon({ scope }: { readonly scope: Scopes }): boolean {
  return scopeKinds.every(kind => {
    const source = scope[kind];
    return typeof source === 'object' && 'common' in source;
  });
}
