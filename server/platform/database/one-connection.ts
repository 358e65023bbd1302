import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, type KyselyConfig, PostgresDialect, PostgresDriver } from 'kysely';
import type pg from 'pg';

/** A transaction that the running code is inside of. */
interface Running {
  readonly pool: pg.Pool;
  open: boolean;
}

const running = new AsyncLocalStorage<Running>();

/**
 * Throws where the running code is inside a transaction: the answer of a vendor or of another site may take seconds, for
 * which the transaction would hold its connection and its locks, and what it brought about there would not be undone.
 */
export function assertNoTransaction(asked: string): void {
  if (running.getStore()?.open) throw new Error(`${asked} is asked inside a transaction`);
}

/** Refuses a second connection to code that holds one with an open transaction. */
class OneConnectionDriver extends PostgresDriver {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override async acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>) {
    const within = running.getStore();
    if (within?.open && within.pool === this.#pool) {
      throw new Error('A statement inside a transaction asks for a connection of its own');
    }
    return super.acquireConnection(...options);
  }
}

class OneConnectionDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver() {
    return new OneConnectionDriver(this.#pool);
  }
}

/**
 * The query builder over a pool. Code inside a transaction that asks the pool for a second connection gets an error at
 * once: on the embedded database it would wait for itself until the transaction times out, and on a server as soon as
 * as many callers do so as there are connections.
 */
export class OneConnection<Tables> extends Kysely<Tables> {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool, plugins: NonNullable<KyselyConfig['plugins']>) {
    super({ dialect: new OneConnectionDialect(pool), plugins });
    this.#pool = pool;
    // Kysely would answer a plain builder, without the refusal. The tables are types alone, so this one serves for all.
    this.$extendTables = () => this as never;
  }

  override transaction() {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = work =>
      execute(within => {
        const state: Running = { pool: this.#pool, open: true };
        return running.run(state, async () => {
          try {
            return await work(within);
          } finally {
            // Anything that the work has started and not awaited may go on by itself.
            state.open = false;
          }
        });
      });
    return builder;
  }
}
