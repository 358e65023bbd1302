import { createHash } from 'node:crypto';
import pg from 'pg';
import { keptPrefix } from './kept-statements.ts';

/** Times that a statement is sent before it gets a name: what is asked once or twice is not worth a plan that is kept. */
const sentBefore = 20;
/** Statements that have a name: each connection keeps the plan of each. */
const mostNamed = 200;
/** Statements that are counted, the longest forgotten first. */
const mostCounted = 2_000;
/** Longer texts are made for one call: many rows, or many conditions. */
const longest = 20_000;

/** How often each statement was sent, and the names of those that are sent again and again. */
class Repeats {
  private readonly counts = new Map<string, number>();
  private readonly names = new Map<string, string>();
  private readonly refused = new Set<string>();

  /** The name under which the statement is kept prepared; undefined for one that is not. */
  nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined) return known;
    if (text.length > longest || this.names.size >= mostNamed || !/^\s*(select|with)\b/i.test(text)) return;
    if (this.refused.has(text)) return;
    const sent = (this.counts.get(text) ?? 0) + 1;
    this.counts.delete(text);
    if (sent > sentBefore) {
      // By its text, so that the processes of one embedded database call the same statement the same.
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
}

/** Whether a plan that was kept no longer fits the tables: a later version of the product has changed them. */
function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /cached plan/.test(error.message);
}

/**
 * A kind of client for a pool: statements that are sent again and again are prepared under a name on each connection, so
 * that the database reads them once and plans them a few times. Half of a list call was that, and three quarters on the
 * embedded database, which keeps them for all connections together.
 */
export function repeatingClient(): typeof pg.Client {
  const repeats = new Repeats();
  return class RepeatingClient extends pg.Client {
    // The overloads of `query` are many; only texts with values are looked at, all else goes on as it came.
    // biome-ignore lint/suspicious/noExplicitAny: the signature is that of the driver, which this passes through
    override query(...given: any[]): any {
      const [text, values, done] = given;
      const name = typeof text === 'string' && Array.isArray(values) ? repeats.nameOf(text) : undefined;
      const send = super.query as (...sent: unknown[]) => unknown;
      if (name === undefined) return send.apply(this, given);
      const named = { name, text, values };
      if (typeof done === 'function') {
        return send.call(this, named, (error: unknown, result: unknown) => {
          if (isStalePlan(error)) repeats.refuse(text);
          done(error, result);
        });
      }
      return (send.call(this, named) as Promise<unknown>).catch((error: unknown) => {
        if (isStalePlan(error)) repeats.refuse(text);
        throw error;
      });
    }
  };
}
