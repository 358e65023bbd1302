import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';

declare global {
  /** The parts used here; TypeScript's own declarations come only with the browser's. */
  namespace WebAssembly {
    /** Compiled code, which can be sent to a worker. */
    interface Module {
      readonly [Symbol.toStringTag]: string;
    }
    var Module: { new (bytes: Uint8Array<ArrayBuffer>): Module };
  }
}

/** The version of PGlite for which {@link interpreter} was looked up. */
export const pgliteVersion = '0.5.14';

/**
 * PGlite's largest function, PostgreSQL's interpreter of expressions, by its number in the WebAssembly. V8's optimising
 * compiler needs 600 MB for it, for half a second. Left to itself V8 compiles it at some later time, on top of all
 * memory in use by then; compiled at once, by itself, it is over before the rest of the product is loaded. To look it
 * up for another version, run `node --trace-wasm-compilation-times server/main.ts` for a minute.
 */
const interpreter = 2273;

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * The machine code of the embedded database, compiled once per process: restarting after a breakdown, and each further
 * database of a test, then skips compilation, which is most of the start.
 */
export function embeddedCode(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch(error => {
    compiled = undefined;
    throw error;
  });
  return compiled;
}

async function compile(): Promise<WebAssembly.Module> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  const bytes = await readFile(file);
  // Not `WebAssembly.compile`: other WebAssembly must not be compiled while the flag is set.
  setFlagsFromString(`--wasm-eager-tier-up-function=${interpreter}`);
  try {
    return new WebAssembly.Module(bytes);
  } finally {
    setFlagsFromString('--wasm-eager-tier-up-function=-1');
  }
}
