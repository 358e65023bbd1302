/** Memory in which the worker reports whether it is busy (1) or waiting (0), and its number of steps. */
const at = { busy: 0, steps: 1 } as const;

/** Memory through which a worker shows its progress, even while it is too busy to send a message. */
export function progressMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** Steps that the worker has done so far. */
export function stepsDone(memory: SharedArrayBuffer): number {
  return Atomics.load(new Int32Array(memory), at.steps);
}

/** The two file system functions with which a database accesses its files. */
interface FileSystem {
  read: (...args: never[]) => unknown;
  write: (...args: never[]) => unknown;
}

/**
 * Reports progress from inside the worker: each unit started, and each successful file access. A legitimately long
 * statement, such as a VACUUM or an index on a large table, accesses files all the time; one that waits for an orphaned
 * lock, or fails to write, does not.
 */
export function markProgress(memory: SharedArrayBuffer, files: FileSystem): { begin(): void; end(): void } {
  const shown = new Int32Array(memory);
  const step = (): void => void Atomics.add(shown, at.steps, 1);
  const { read, write } = files;
  files.read = (...args) => {
    const result = read.apply(files, args);
    step();
    return result;
  };
  files.write = (...args) => {
    const result = write.apply(files, args);
    step();
    return result;
  };
  return {
    begin() {
      step();
      Atomics.store(shown, at.busy, 1);
    },
    end() {
      Atomics.store(shown, at.busy, 0);
    },
  };
}

/** Milliseconds between two looks at the progress. */
const lookMs = 1_000;

/**
 * Calls `onStuck` when a unit has not accessed a file in `patience` consecutive checks. It counts checks instead of
 * time: a sleeping machine, or a process without CPU time, does not check either. Returns the function that stops the
 * watch.
 */
export function watchProgress(memory: SharedArrayBuffer, patience: number, onStuck: () => void): () => void {
  const shown = new Int32Array(memory);
  // The state of a failed worker does not apply to its successor.
  Atomics.store(shown, at.busy, 0);
  let last = Atomics.load(shown, at.steps);
  let still = 0;
  const timer = setInterval(() => {
    const steps = Atomics.load(shown, at.steps);
    still = Atomics.load(shown, at.busy) === 1 && steps === last ? still + 1 : 0;
    last = steps;
    if (still < patience) return;
    still = 0;
    onStuck();
  }, lookMs);
  timer.unref();
  return () => clearInterval(timer);
}
