import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

const { dirname: server } = import.meta;
const dist = join(server, 'dist');

/** Packages of many small files, which cost less within the bundle than a file each. All others stay packages. */
const withinBundle = /^(?:\.|\/|@yikao\/|kysely(?:\/|$)|zod(?:\/|$))/;

/**
 * Keeps addresses that a file builds from its own (`import.meta.url`): a program that it starts (`new URL('./x.ts',
 * import.meta.url)`) becomes a file of the bundle, any other address leads to the sources.
 */
function sourceAddresses(): Plugin {
  return {
    name: 'source-addresses',
    transform: {
      filter: { code: 'import.meta.url' },
      handler(code, id, { magicString }) {
        if (!magicString) throw new Error('rolldown gives no magic string');
        for (const { 0: text, 1: program, index } of code.matchAll(
          /new URL\('([^']+\.ts)', import\.meta\.url\)|import\.meta\.url/g,
        )) {
          const address =
            program === undefined
              ? `new URL('${relative(dist, id)}', import.meta.url).href`
              : `new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: resolve(dirname(id), program) })})`;
          magicString.update(index, index + text.length, address);
        }
        return { code: magicString };
      },
    },
  };
}

/** The server as `npm start` runs it: some twenty files instead of 1,500, which start sooner and need less memory. */
export default defineConfig({
  cwd: server,
  input: { main: 'main.ts', 'compile-first': 'platform/database/compile-first.ts' },
  platform: 'node',
  external: id => !withinBundle.test(id),
  plugins: [sourceAddresses()],
  experimental: { nativeMagicString: true },
  output: { dir: dist, sourcemap: true, sourcemapExcludeSources: true },
});
