const slots = 3;
/** Separates the parts of a key with values beyond every character, so that parts cannot run together. */
const wholeNumber = 0x110000;
const endOfText = 0x120000;

/**
 * Remembers in which row a key was seen first, for millions of keys in flat memory: 64 bits of a hash and the
 * row number in one typed array. Two different keys of a million collide with a chance of about 3 in 10^8.
 */
export class KeySet {
  private table = new Int32Array(slots * 1024);
  private capacity = 1024;
  private size = 0;

  /** Row in which a key of these parts occurred before; otherwise records `row` and returns undefined. */
  seen(key: readonly unknown[], row: number): number | undefined {
    if (this.size * 2 >= this.capacity) this.grow();
    const [high, low] = hashOf(key);
    const at = this.slot(high, low);
    const known = this.table[at + 2] as number;
    if (known !== 0) return known === row ? undefined : known;
    this.table[at] = high;
    this.table[at + 1] = low;
    this.table[at + 2] = row;
    this.size += 1;
    return undefined;
  }

  private slot(high: number, low: number): number {
    let index = (low >>> 0) % this.capacity;
    for (;;) {
      const at = index * slots;
      if (this.table[at + 2] === 0 || (this.table[at] === high && this.table[at + 1] === low)) return at;
      index = (index + 1) % this.capacity;
    }
  }

  private grow(): void {
    const old = this.table;
    this.capacity *= 2;
    this.table = new Int32Array(slots * this.capacity);
    for (let at = 0; at < old.length; at += slots) {
      if (old[at + 2] === 0) continue;
      this.table.set(old.subarray(at, at + slots), this.slot(old[at] as number, old[at + 1] as number));
    }
  }
}

/** Two independent 32-bit hashes of a key (multiply and mix, with different constants). */
export function hashOf(key: readonly unknown[]): [number, number] {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  const mix = (unit: number) => {
    high = Math.imul(high ^ unit, 0x01000193);
    high ^= high >>> 15;
    low = Math.imul(low ^ unit, 0x5bd1e995);
    low ^= low >>> 13;
  };
  for (const part of key) {
    if (typeof part === 'number' && Number.isSafeInteger(part)) {
      mix(part | 0);
      mix(Math.floor(part / 2 ** 32));
      mix(wholeNumber);
    } else {
      const text = String(part);
      for (let at = 0; at < text.length; at++) mix(text.charCodeAt(at));
      mix(text.length + endOfText);
    }
  }
  high = Math.imul(high ^ (high >>> 16), 0x7feb352d);
  low = Math.imul(low ^ (low >>> 15), 0x846ca68b);
  return [high ^ (high >>> 15), low ^ (low >>> 16)];
}
