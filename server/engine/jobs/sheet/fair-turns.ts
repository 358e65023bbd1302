import { failure } from '@yikao/model/errors.ts';

/** How turns are shared out. */
export interface TurnLimits {
  /** Turns at a time, of all people together. */
  readonly places: number;
  /** Turns at a time of one person; the other places stay free for others. */
  readonly perPerson: number;
  /** Turns of one person that wait; one more is refused. */
  readonly waitingPerPerson: number;
}

interface Waiting {
  readonly person: number;
  readonly begin: () => void;
}

/**
 * Lets people take turns at something costly, so that nobody waits for all that somebody else has asked for: whoever
 * has fewest turns under way comes next, in the order of asking among equals.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  readonly #running = new Map<number, number>();
  #busy = 0;
  #waiting: Waiting[] = [];

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Does `act` when it is the person's turn. Throws `tooManyRequests` to one who has too many waiting already. */
  async take<Result>(person: number, act: () => Promise<Result>): Promise<Result> {
    const ahead = this.#waiting.filter(one => one.person === person).length;
    if (ahead >= this.#limits.waitingPerPerson) throw failure('tooManyRequests');
    await new Promise<void>(begin => {
      this.#waiting.push({ person, begin });
      this.#next();
    });
    try {
      return await act();
    } finally {
      this.#busy -= 1;
      const left = this.#count(person) - 1;
      if (left > 0) this.#running.set(person, left);
      else this.#running.delete(person);
      this.#next();
    }
  }

  #count(person: number): number {
    return this.#running.get(person) ?? 0;
  }

  #next(): void {
    while (this.#busy < this.#limits.places) {
      const able = this.#waiting.filter(({ person }) => this.#count(person) < this.#limits.perPerson);
      const fewest = Math.min(...able.map(({ person }) => this.#count(person)));
      const next = able.find(({ person }) => this.#count(person) === fewest);
      if (!next) return;
      this.#waiting = this.#waiting.filter(one => one !== next);
      this.#busy += 1;
      this.#running.set(next.person, this.#count(next.person) + 1);
      next.begin();
    }
  }
}
