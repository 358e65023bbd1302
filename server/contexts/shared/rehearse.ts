import { randomInt } from 'node:crypto';
import { checkCharacter } from '@yikao/model/rules/id-number.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { transact } from '../../engine/write/transaction.ts';

/** Carries the answer out of the transaction that is taken back. */
class Rehearsed<T> extends Error {
  readonly outcome: T;

  constructor(outcome: T) {
    super('The work is taken back');
    this.outcome = outcome;
  }
}

/**
 * Does work in a separate transaction, takes it back and returns its answer: an answer that a stranger gets for
 * somebody else's number, which neither it nor its duration tells from a real one.
 */
export async function rehearse<T>(engine: Engine, work: (db: Tx) => Promise<T>): Promise<T> {
  try {
    return await transact(engine.db, async db => {
      throw new Rehearsed(await work(db));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.outcome;
    throw error;
  }
}

/** An ID number of the same region, birthday and gender that is not taken. */
export async function freeIdNumber(
  like: string,
  isTaken: (idNo: string) => Promise<boolean>,
): Promise<string> {
  for (;;) {
    const order = 10 * randomInt(100) + (Number(like[16]) % 2) + 2 * randomInt(5);
    const digits = `${like.slice(0, 14)}${String(order).padStart(3, '0')}`;
    const idNo = `${digits}${checkCharacter(digits)}`;
    if (!(await isTaken(idNo))) return idNo;
  }
}
