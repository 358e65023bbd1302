import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Logger } from '../logger.ts';
import { keptPrefix } from './kept-statements.ts';
import type { Prepares } from './types.ts';

/** Number of times a statement is sent before it gets a name: a rare statement is not worth a stored plan. */
const sentBefore = 20;
/** Statements that have a name: each connection keeps the plan of each. */
const mostNamed = 200;
/** Statements that are counted, the longest forgotten first. */
const mostCounted = 2_000;
/** Longer texts are made for one call: many rows, or many conditions. */
const longest = 20_000;

/** Counts how often each statement was sent, and names the repeated ones. */
class Repeats {
  private readonly counts = new Map<string, number>();
  private readonly names = new Map<string, string>();
  private readonly refused = new Set<string>();
  private given = true;

  /** The name under which the statement is prepared; undefined for one that is not. */
  nameOf(text: string): string | undefined {
    if (!this.given) return;
    const known = this.names.get(text);
    if (known !== undefined) return known;
    if (text.length > longest || this.names.size >= mostNamed || !/^\s*(select|with)\b/i.test(text)) return;
    if (this.refused.has(text)) return;
    const sent = (this.counts.get(text) ?? 0) + 1;
    this.counts.delete(text);
    if (sent > sentBefore) {
      // Derived from its text, so that all processes of an embedded database use the same name.
      const name = `${keptPrefix}${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`;
      this.names.set(text, name);
      return name;
    }
    this.counts.set(text, sent);
    if (this.counts.size > mostCounted) {
      const [oldest = ''] = this.counts.keys();
      this.counts.delete(oldest);
    }
    return;
  }

  /** The statement is sent without a name from now on. */
  refuse(text: string): void {
    this.names.delete(text);
    this.refused.add(text);
  }

  /** No statement gets a name from now on; false when that was so before. */
  stop(): boolean {
    const before = this.given;
    this.given = false;
    return before;
  }
}

/** Reports whether a plan that was kept no longer fits the tables: a later version of the product has changed them. */
function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /cached plan/.test(error.message);
}

/**
 * Error codes of a named statement on a connection that is shared behind a pooler: 42P05 when another client has
 * prepared it there, 26000 when this one has prepared it elsewhere.
 */
const sharedSessionCodes: ReadonlySet<string | undefined> = new Set(['42P05', '26000']);

function isSharedSession(error: unknown): boolean {
  return error instanceof pg.DatabaseError && sharedSessionCodes.has(error.code);
}

/** A kind of client for one pool, and the switch for its named statements. */
export interface RepeatingClients {
  readonly Client: typeof pg.Client;
  /**
   * Looks whether a pooler shares the connection: behind one, the process that serves a statement is another one than
   * the process that took the connection. Statements of the pool have no names from then on.
   */
  lookForPooler(client: pg.ClientBase, backendPid: number): void;
}

/**
 * Returns a client class for a pool: repeated statements are prepared under a name on each connection, so that the
 * database parses them once and plans them a few times. This took half of a list call, and three quarters on the
 * embedded database, which shares them between all connections.
 *
 * A pooler in transaction mode gives each transaction another session, where a name is missing or taken. Such a
 * statement is sent again without a name, and from then on no statement of the pool has one. Inside a transaction there
 * is no retry, since the failure has aborted it; {@link RepeatingClients.lookForPooler} detects poolers in advance.
 *
 * @param prepares `off` uses no names; `on` uses them behind a pooler too, which must support it.
 */
export function repeatingClients(prepares: Prepares, logger: Logger): RepeatingClients {
  const repeats = new Repeats();
  if (prepares === 'off') repeats.stop();
  const stopNames = (why: object): void => {
    if (prepares === 'auto' && repeats.stop()) {
      logger.info(why, 'A pooler shares the connections of the database: statements are not kept prepared');
    }
  };
  /** Records a failure of a named statement; true if the statement must be sent again without its name. */
  const sendAgain = (client: pg.Client, text: string, error: unknown): boolean => {
    if (isStalePlan(error)) repeats.refuse(text);
    if (!isSharedSession(error)) return false;
    repeats.refuse(text);
    stopNames({ err: error });
    // The state before this statement: the message that changes it comes after the error.
    return client.getTransactionStatus() === 'I';
  };
  class RepeatingClient extends pg.Client {
    // `query` has many overloads; only texts with values are handled, all other calls are passed through.
    // biome-ignore lint/suspicious/noExplicitAny: the signature is that of the driver, which this passes through
    override query(...given: any[]): any {
      const [text, values, done] = given;
      const name = typeof text === 'string' && Array.isArray(values) ? repeats.nameOf(text) : undefined;
      const send = super.query as (...sent: unknown[]) => unknown;
      if (name === undefined) return send.apply(this, given);
      const named = { name, text, values };
      if (typeof done === 'function') {
        return send.call(this, named, (error: unknown, result: unknown) => {
          if (sendAgain(this, text, error)) send.call(this, text, values, done);
          else done(error, result);
        });
      }
      return (send.call(this, named) as Promise<unknown>).catch((error: unknown) => {
        if (sendAgain(this, text, error)) return send.call(this, text, values);
        throw error;
      });
    }
  }
  return {
    Client: RepeatingClient,
    lookForPooler(client, backendPid) {
      const { processID } = client as { processID?: number | null };
      if (typeof processID === 'number' && processID !== backendPid) stopNames({ processID, backendPid });
    },
  };
}
