/**
 * Runs tasks one after another while further ones are prepared: a task starts when the previous one has ended, and
 * adding a task waits only if `room` of them are pending. After a failure no further task starts.
 */
export class Pipeline {
  private readonly room: number;
  private readonly ahead: Promise<void>[] = [];

  constructor(room: number) {
    this.room = room;
  }

  /** Adds a task; resolves when there is room for the next one. Throws the error of an earlier task. */
  async add(task: () => Promise<void>): Promise<void> {
    const last = this.ahead.at(-1) ?? Promise.resolve();
    const done = last.then(task);
    // The next call reports its failure; until then it must not count as unhandled.
    done.catch(() => {});
    this.ahead.push(done);
    if (this.ahead.length > this.room) await this.ahead.shift();
  }

  /** Resolves when all tasks are done. Throws the error of a task. */
  async drained(): Promise<void> {
    for (let done = this.ahead.shift(); done; done = this.ahead.shift()) await done;
  }
}
