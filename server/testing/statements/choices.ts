/**
 * Decides where the sources leave a choice open, such as a condition that only a request decides. The same key gets the
 * same answer within one reading, so that two conditions of one name agree.
 */
export class Choices {
  private readonly decided: ReadonlyMap<string, number>;
  /** The number of answers of every question asked in this reading. */
  readonly asked = new Map<string, number>();

  constructor(decided: ReadonlyMap<string, number> = new Map()) {
    this.decided = decided;
  }

  /** Returns which of `count` answers a question has in this reading; the first one unless decided otherwise. */
  pick(key: string, count: number): number {
    this.asked.set(key, Math.max(count, this.asked.get(key) ?? 0));
    return Math.min(this.decided.get(key) ?? 0, count - 1);
  }
}

/**
 * Reads something again with other answers: all first, all last, then each answer alone against all first and one by
 * one against all last. Questions that only one of the answers leads to are asked as well. Stops after `most` readings.
 */
export function* readings<Result>(read: (choices: Choices) => Result, most: number): Generator<Result> {
  const queue: ReadonlyMap<string, number>[] = [new Map()];
  const known = new Set<string>(['']);
  const add = (decided: ReadonlyMap<string, number>) => {
    const name = [...decided]
      .map(([key, answer]) => `${key}=${answer}`)
      .sort()
      .join('\n');
    if (known.has(name)) return;
    known.add(name);
    queue.push(decided);
  };
  for (let count = 0; count < most; count += 1) {
    const decided = queue.shift();
    if (decided === undefined) return;
    const choices = new Choices(decided);
    yield read(choices);
    if (count === 0) add(new Map([...choices.asked].map(([key, answers]) => [key, answers - 1])));
    for (const [key, answers] of choices.asked) {
      if (decided.has(key)) continue;
      for (let answer = 1; answer < answers; answer += 1) add(new Map([...decided, [key, answer]]));
    }
  }
}
