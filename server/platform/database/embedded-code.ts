import { readFile } from 'node:fs/promises';

declare global {
  /** The part of it that is used here; TypeScript's own declarations come with those of a browser's page. */
  namespace WebAssembly {
    /** Compiled code, which can be sent to a worker. */
    interface Module {
      readonly [Symbol.toStringTag]: string;
    }
    /** Compiles, beside the thread that asks. */
    function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
  }
}

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * The machine code of the embedded database, compiled once in a process: a start after a breakdown, and each further
 * database of a test, then begins with what is compiled already, which is most of the work of a start.
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
  return WebAssembly.compile(await readFile(file));
}
