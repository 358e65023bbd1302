import type { Language } from '@yikao/model/kernel/label.ts';

/** The acting person: the parts of a session that the engine needs for decisions and records (domain 0.3). */
export interface Actor {
  readonly userId: number;
  readonly userName: string;
  /** Holds every permission code. */
  readonly admin: boolean;
  /** The product itself acts, without an account; set only by {@link elevated}. */
  readonly elevated?: true;
  readonly permissions: ReadonlySet<string>;
  /** The partner and its descendants; null if the person is not bound to one. */
  readonly partnersIds: readonly number[] | null;
  readonly provinceId: number | null;
  readonly agentId: number | null;
  /** Limits the actor to their own rows, in datasets whose rows have owners. */
  readonly ownRowsOnly: boolean;
  /** A role limits the person to an organisation that the person does not have: no rows at all. */
  readonly noRows: boolean;
  /** Network address of the call; jobs keep their starter's. Absent outside a call. */
  readonly address?: string;
  readonly language: Language;
  /** The API token that calls in the person's name; absent for a login. */
  readonly token?: ApiTokenUse;
}

/** An API token in use. */
export interface ApiTokenUse {
  readonly tokenId: number;
  readonly name: string;
  /** First signs of the token. */
  readonly hint: string;
  readonly readOnly: boolean;
}

/** An actor as stored with a job, which runs with the rights of its starter (JSON). */
export type FrozenActor = Omit<Actor, 'permissions'> & { readonly permissions: readonly string[] };

/** Freezes an actor for a job. */
export function freezeActor(actor: Actor): FrozenActor {
  return { ...actor, permissions: [...actor.permissions] };
}

/** Restores the actor of a job. */
export function thawActor(frozen: FrozenActor): Actor {
  return { ...frozen, permissions: new Set(frozen.permissions) };
}

/**
 * The product itself, acting outside a session: seeding and scheduled work. Elevation is explicit at each call site.
 */
export function elevated(language: Language = 'zh'): Actor {
  return {
    userId: 0,
    userName: 'system',
    admin: true,
    elevated: true,
    permissions: new Set(),
    partnersIds: null,
    provinceId: null,
    agentId: null,
    ownRowsOnly: false,
    noRows: false,
    language,
  };
}
