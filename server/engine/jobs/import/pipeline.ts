/**
 * Work that is done one after another while more of it is being prepared: a task begins when the one before it has
 * ended, and whoever adds tasks waits only when `room` of them are ahead. After a failure nothing more is begun.
 */
export class Pipeline {
  private readonly room: number;
  private readonly ahead: Promise<void>[] = [];

  constructor(room: number) {
    this.room = room;
  }

  /** Adds a task; resolves when there is room for the next one. Throws what an earlier task has thrown. */
  async add(task: () => Promise<void>): Promise<void> {
    const last = this.ahead.at(-1) ?? Promise.resolve();
    const done = last.then(task);
    // Whoever adds the next task gets its failure; until then it must not count as unhandled.
    done.catch(() => {});
    this.ahead.push(done);
    if (this.ahead.length > this.room) await this.ahead.shift();
  }

  /** Resolves when everything added is done. Throws what a task has thrown. */
  async drained(): Promise<void> {
    for (let done = this.ahead.shift(); done; done = this.ahead.shift()) await done;
  }
}
