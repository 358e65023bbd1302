import type { Language } from '@yikao/model/kernel/label.ts';

/** Who acts: what the engine needs to know of a session to decide and to record (domain 0.3). */
export interface Actor {
  readonly userId: number;
  readonly userName: string;
  /** Holds every permission code. */
  readonly admin: boolean;
  /** The product itself acts, with no account behind it; set by {@link elevated} alone. */
  readonly elevated?: true;
  readonly permissions: ReadonlySet<string>;
  /** The partner and its descendants; null when the person is bound to none. */
  readonly partnersIds: readonly number[] | null;
  readonly provinceId: number | null;
  readonly agentId: number | null;
  /** Only rows that are the person's own, where the dataset knows owners. */
  readonly ownRowsOnly: boolean;
  /** A role limits the person to an organisation that the person does not have: no rows at all. */
  readonly noRows: boolean;
  /** Network address that the call came from; jobs keep their starter's. Absent where nobody called. */
  readonly address?: string;
  readonly language: Language;
  /** The API token that calls in the person's name; absent where the person has logged in. */
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

/** An actor as it is frozen into a job, which runs with what its starter was allowed (JSON). */
export type FrozenActor = Omit<Actor, 'permissions'> & { readonly permissions: readonly string[] };

/** Freezes an actor for a job. */
export function freezeActor(actor: Actor): FrozenActor {
  return { ...actor, permissions: [...actor.permissions] };
}

/** Gives a job its actor back. */
export function thawActor(frozen: FrozenActor): Actor {
  return { ...frozen, permissions: new Set(frozen.permissions) };
}

/**
 * The product itself, acting outside anybody's session: seeding and scheduled work. The word stands at the
 * call site so that elevation is seen (house rule 4).
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
