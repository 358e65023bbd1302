/** A token that a vendor gave, and the seconds for which it holds. */
export interface GivenToken {
  readonly token: string;
  readonly seconds: number;
}

/** Seconds before its end from which a token is renewed. */
const renewSeconds = 300;

/** Keeps the tokens of accounts at a vendor in memory until shortly before their end. */
export interface TokenKeeper {
  /** The token of an account; `ask` fetches one, and learns whether the last one was refused. */
  of(account: string, ask: (refused: boolean) => Promise<GivenToken>): Promise<string>;
  /** Forgets the token of an account, which the vendor has refused. */
  drop(account: string): void;
}

/** Creates a {@link TokenKeeper}. Callers that come at once wait for one and the same token. */
export function createTokenKeeper(now: () => Date): TokenKeeper {
  const kept = new Map<string, { readonly token: string; readonly until: number }>();
  const asked = new Map<string, Promise<string>>();
  const refused = new Set<string>();
  return {
    async of(account, ask) {
      const known = kept.get(account);
      if (known && known.until > now().getTime()) return known.token;
      const underway = asked.get(account);
      if (underway) return underway;
      const asking = (async () => {
        const { token, seconds } = await ask(refused.has(account));
        refused.delete(account);
        const lasts = Math.max(seconds - renewSeconds, 30) * 1_000;
        kept.set(account, { token, until: now().getTime() + lasts });
        return token;
      })();
      asked.set(account, asking);
      try {
        return await asking;
      } finally {
        asked.delete(account);
      }
    },
    drop(account) {
      kept.delete(account);
      refused.add(account);
    },
  };
}
