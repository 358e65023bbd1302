import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8's collector, with the options that it documents for tests and tools. */
type Collect = (options?: {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor: 'last-resort';
}) => void;

let collect: Collect | undefined;

/**
 * Collects the garbage of this thread at once and gives the memory back to the system; takes some tenths of a second. A
 * start leaves more garbage than the product holds, and V8 keeps the room until it runs short. Call it before the first
 * call is taken.
 */
export function giveBackMemory(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    // The function of the engine, which a new context has and this one has not.
    collect = runInNewContext('gc') as Collect;
  }
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
