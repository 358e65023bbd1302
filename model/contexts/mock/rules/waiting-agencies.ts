import { agencyKey, type SeatCandidate } from './seat-candidate.ts';

/** Candidates of one agency waiting for a seat. */
interface Queue<C> {
  readonly agency: string;
  /** The candidates with their places in the order of the rule. */
  readonly people: readonly { readonly candidate: C; readonly place: number }[];
  /** The number already seated. */
  done: number;
}

/**
 * Agencies with waiting candidates, the largest group first; among equals the one whose next candidate comes first in
 * the order (domain 4.1, 4). A heap, so that a seat takes logarithmic time in the number of agencies.
 */
export class WaitingAgencies<C extends SeatCandidate> {
  readonly #heap: Queue<C>[] = [];

  constructor(candidates: readonly C[]) {
    const numbered = candidates.map((candidate, place) => ({ candidate, place }));
    for (const [agency, people] of Map.groupBy(numbered, ({ candidate }) => agencyKey(candidate))) {
      this.#push({ agency, people, done: 0 });
    }
  }

  /**
   * Returns the candidate for the next seat: from the first agency that is not `forbidden`, or from the first one if
   * all are, which is a conflict. Throws if nobody is waiting.
   */
  take(forbidden: ReadonlySet<string>): { readonly candidate: C; readonly conflict: boolean } {
    const passed: Queue<C>[] = [];
    let found = this.#pop();
    // At most four neighbours are passed over.
    while (found && forbidden.has(found.agency)) {
      passed.push(found);
      found = this.#pop();
    }
    const conflict = found === undefined;
    const chosen = found ?? passed.shift();
    for (const queue of passed) this.#push(queue);
    const person = chosen?.people[chosen.done];
    if (!chosen || !person) throw new RangeError('Nobody waits for a seat');
    chosen.done += 1;
    if (chosen.done < chosen.people.length) this.#push(chosen);
    return { candidate: person.candidate, conflict };
  }

  #push(queue: Queue<C>): void {
    const heap = this.#heap;
    heap.push(queue);
    let at = heap.length - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#before(at, above)) return;
      this.#swap(at, above);
      at = above;
    }
  }

  #pop(): Queue<C> | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    heap[0] = last;
    let at = 0;
    for (;;) {
      const left = at * 2 + 1;
      const least = left + 1 < heap.length && this.#before(left + 1, left) ? left + 1 : left;
      if (least >= heap.length || !this.#before(least, at)) return first;
      this.#swap(at, least);
      at = least;
    }
  }

  #before(one: number, other: number): boolean {
    const a = this.#heap[one];
    const b = this.#heap[other];
    if (!a || !b) return false;
    const more = b.people.length - b.done - (a.people.length - a.done);
    return more === 0 ? (a.people[a.done]?.place ?? 0) < (b.people[b.done]?.place ?? 0) : more < 0;
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap;
    const kept = heap[one];
    const moved = heap[other];
    if (!kept || !moved) return;
    heap[one] = moved;
    heap[other] = kept;
  }
}
