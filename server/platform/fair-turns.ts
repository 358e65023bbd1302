import { failure } from '@yikao/model/errors.ts';

/** Limits on sharing turns. */
export interface TurnLimits {
  /** Turns at a time, of all people together. */
  readonly places: number;
  /** Simultaneous turns of one person; the other places stay free for others. */
  readonly perPerson: number;
  /** Waiting turns of one person; further ones are refused. */
  readonly waitingPerPerson: number;
}

interface Waiting<Person> {
  readonly person: Person;
  readonly begin: () => void;
}

/**
 * Shares costly work fairly, so that one person's requests do not block everybody's: the person with the fewest running
 * turns is next, in order of request among equals.
 */
export class FairTurns<Person extends number | string = number> {
  readonly #limits: TurnLimits;
  readonly #running = new Map<Person, number>();
  #busy = 0;
  #waiting: Waiting<Person>[] = [];

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Does `act` when it is the person's turn. Throws `tooManyRequests` to one who has too many waiting already. */
  async take<Result>(person: Person, act: () => Promise<Result>): Promise<Result> {
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

  #count(person: Person): number {
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
