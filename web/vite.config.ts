import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { antdStyles } from './antd-styles.ts';
import { chunksOf } from './chunks.ts';

/** Files smaller than this gain nothing that a reader would notice. */
const worthBytes = 1_024;

/**
 * Lays a `.br` beside each script and style, packed as tightly as can be: once here, where time does not matter, and
 * not for each reader, where it does.
 */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    // From the disk: what is there by now is what is served.
    async writeBundle({ dir = '' }, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (!/\.(js|css|svg)$/.test(fileName)) continue;
        const content = await readFile(join(dir, fileName));
        if (content.length < worthBytes) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        await writeFile(join(dir, `${fileName}.br`), brotliCompressSync(content, { params }));
      }
    },
  };
}

/**
 * Stages that whoever has logged in needs on every page, in the order of their styles; and those that the home page needs
 * besides.
 */
const staged = { stages: ['shell', 'screen'], home: ['later'] };

/** The texts of each language. */
const languages = ['zh-CN', 'en-US'];

/**
 * Writes the files of the stages and of the languages into the page, for `first-paint.js` to ask at once for those that are
 * needed: left to the imports, each would be asked for only when the one before it has come and run.
 */
function announced(): Plugin {
  return {
    name: 'announced',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter(part => part.type === 'chunk');
        const filesOf = (wanted: readonly string[]) =>
          wanted
            .flatMap(stage => chunks.filter(({ name }) => name === stage))
            .flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
            .map(file => `/${file}`)
            .join(' ');
        const announcements = [
          ...Object.entries(staged),
          ...languages.map(language => [language, [language]] as const),
        ].map(([name, wanted]) => `data-${name}="${filesOf(wanted)}"`);
        // The styles of the stages follow those that stand in the page: they come after them in the cascade.
        const own = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
        return own
          .reduce((rest, link) => rest.replace(link, ''), html)
          .replace(
            / *<script src="\/first-paint\.js"/,
            script => `${own.join('')}${script} ${announcements.join(' ')}`,
          );
      },
    },
  };
}

const source = (path: string) => join(import.meta.dirname, path);

/** Modules that are needed together, in the order in which people come to them. */
const stages = {
  // The login is little, and most of it is needed by all that comes after it.
  main: ['main.tsx', 'shell/login/LoginPage.tsx'].map(source),
  // Everybody has one of them, at the same time as what comes before.
  'zh-CN': [source('i18n/zh-CN.ts')],
  'en-US': [source('i18n/en-US.ts')],
  shell: ['shell/layout/Shell.tsx', 'engine/jobs/JobCentre.tsx', 'datasets/lead/DueButton.tsx'].map(source),
  screen: [source('engine/dataset/dataset-page.tsx')],
  // The home page has calendars, as forms do, and is little beside them.
  later: [
    'features/home/Page.tsx',
    'shell/Toasts.tsx',
    'shell/layout/MenuDrawer.tsx',
    'shell/login/LoginAgain.tsx',
    'shell/person/PasswordDialog.tsx',
    'shell/search/PageSearch.tsx',
    'engine/boundary/QuestionDialogs.tsx',
    'engine/dataset/ColumnChooser.tsx',
    'engine/dataset/DetailDrawer.tsx',
    'engine/dataset/DetailPane.tsx',
    'engine/dataset/FormDialog.tsx',
    'engine/dataset/ShortcutsDialog.tsx',
    'engine/dataset/TrashDrawer.tsx',
    'engine/jobs/JobDrawer.tsx',
    'engine/steps/FormSteps.tsx',
    'fields/parts/DateInput.tsx',
    'fields/parts/DateTimeInput.tsx',
    'fields/parts/FileInput.tsx',
    'fields/parts/ManyFilesInput.tsx',
    'fields/parts/RangePicker.tsx',
  ].map(source),
};

export default defineConfig(({ mode }) => {
  // An empty prefix reads the environment itself: PORT is the server's (architecture section 5).
  const { PORT = '3000' } = loadEnv(mode, '.', '');
  const server = `http://127.0.0.1:${PORT}`;
  return {
    root: import.meta.dirname,
    plugins: [react(), antdStyles(), announced(), compressed()],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 1_400,
      // A browser that asks for nothing early asks for it when it is imported.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // It only lays its parts onto one another; taken for more, every input would bring the whole of it along.
        treeshake: { moduleSideEffects: [{ test: /@rc-component\/form\//, sideEffects: false }] },
        // Each stage holds all that its modules need and no earlier one has, so none depends on a later one.
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ debugName: 'stages', name: chunksOf(stages) }],
          },
        },
      },
    },
    server: {
      host: '127.0.0.1',
      proxy: Object.fromEntries(
        ['/api', '/common', '/logout', '/openapi.json', '/docs', '/health', '/ready'].map(path => [
          path,
          server,
        ]),
      ),
    },
  };
});
