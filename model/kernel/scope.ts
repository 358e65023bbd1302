/** The ways a row can belong to somebody (domain 0.3). */
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

/**
 * Leaves rows unbound for one kind of scope and says why. `common`: people of that kind read and change them as
 * anybody with the permission does. `readOnly`: they read the rows and change none of them.
 */
export type Unbound = { readonly common: string } | { readonly readOnly: string };

/**
 * Keeps rows from the people whom a kind of scope binds until the row that the reference `of` leads to says yes in its
 * field `is`: results that are not out yet are nobody's to read, by no road.
 */
export interface Once<Reference extends string = string> {
  readonly of: Reference;
  readonly is: string;
}

/**
 * Where a row says whose it is: in a field of its own (a list of ids counts for each of them), in the row that a
 * reference of it points at, since a dataset without the column takes it from the row it hangs on (domain 0.3), or
 * nowhere, with the reason.
 */
export type ScopeSource<Name extends string = string, Reference extends string = Name> =
  | Name
  | { readonly through: Reference; readonly once?: Once<Reference> }
  | Unbound;

/**
 * Where own rows say whose they are: by the salesperson, else the user, else whoever created the row (domain 0.3, U).
 * Rows that are somebody's own by their creator alone belong to an organisation first: everybody within reach chooses
 * from them by name.
 */
export type OwnSource<Name extends string = string, Reference extends string = Name> =
  | ScopeSource<Name, Reference>
  | 'createBy';

/** Names of the fields that may say whose a row is, by kind of scope. */
type NamesByKind = Readonly<Record<ScopeKind, string>>;

type Kinds<Names extends NamesByKind, Reference extends string> = {
  readonly [K in ScopeKind]: K extends 'own'
    ? OwnSource<Names[K], Reference>
    : ScopeSource<Names[K], Reference>;
};

/**
 * Whose the rows of a dataset are, for each kind of scope; a missing kind does not compile, and denies. `rest` stands
 * for the kinds that are not named, and `common` alone for a dataset that binds nobody (house rule 2).
 */
export type Scope<Names extends NamesByKind = NamesByKind, Reference extends string = string> =
  | Kinds<Names, Reference>
  | (Partial<Kinds<Names, Reference>> & { readonly rest: Unbound })
  | { readonly common: string };

/** A declared scope with each kind spelled out. A kind that is missing nevertheless leaves no row to those it binds. */
export type Scopes = Partial<Kinds<NamesByKind, string>>;

/** The scope with each kind spelled out. */
export function spelledOut(scope: Scope): Scopes {
  if ('common' in scope) return Object.fromEntries(scopeKinds.map(kind => [kind, scope]));
  if (!('rest' in scope)) return scope;
  const { rest, ...named } = scope;
  return Object.fromEntries(scopeKinds.map(kind => [kind, named[kind] ?? rest]));
}

/** Whether a kind of scope is declared to leave the rows unbound. */
export function isUnbound(source: OwnSource | undefined): source is Unbound {
  return typeof source === 'object' && !('through' in source);
}

/** The reference that leads to the row which says whose a row is, for one kind of scope. */
export function scopeReference(scope: Scopes, kind: ScopeKind): string | undefined {
  const source = scope[kind];
  return typeof source === 'object' && 'through' in source ? source.through : undefined;
}

/**
 * The dataset's own field that holds whose a row is, for one kind of scope; undefined where the kind does not bind it,
 * or binds it through another row or by its creator.
 */
export function scopeField({ scope }: { readonly scope: Scopes }, kind: ScopeKind): string | undefined {
  const source = scope[kind];
  return typeof source === 'string' && source !== 'createBy' ? source : undefined;
}

/** Whether nobody is bound: every kind of scope reads and changes all rows of the dataset. */
export function isCommon({ scope }: { readonly scope: Scopes }): boolean {
  return scopeKinds.every(kind => {
    const source = scope[kind];
    return typeof source === 'object' && 'common' in source;
  });
}
