import { isMainThread } from 'node:worker_threads';
import { embeddedCode } from './embedded-code.ts';

/*
 * Compiles the embedded database before the product is loaded: `node --import ./server/dist/compile-first.js`.
 * The compiler's memory has been given back by the time the product needs its own.
 */
if (isMainThread && process.env.DATABASE_URL === undefined) await embeddedCode();
