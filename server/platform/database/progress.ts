/** Where the worker writes that it carries something out (1) or waits (0), and how many steps it has made. */
const at = { busy: 0, steps: 1 } as const;

/** Memory through which a worker shows its progress, even while it is too busy to send a message. */
export function progressMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** The two functions of a file system by which a database touches its files. */
interface FileSystem {
  read: (...args: never[]) => unknown;
  write: (...args: never[]) => unknown;
}

/**
 * Shows progress from inside the worker: each unit that begins, and each read or write of a file that succeeds
 * meanwhile. A statement that is long for a good reason, a VACUUM or an index of a large table, touches files all the
 * time; one that waits for a lock that nobody holds any more, or tries in vain to write, does not.
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
 * Calls `onStuck` when one unit has touched no file in `patience` looks in a row. Looks are counted, not time: a machine that
 * slept, or a process that got no processor, has not looked either. Gives the function that ends the watch.
 */
export function watchProgress(memory: SharedArrayBuffer, patience: number, onStuck: () => void): () => void {
  const shown = new Int32Array(memory);
  // What a worker that broke down was at is not the next one's.
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
