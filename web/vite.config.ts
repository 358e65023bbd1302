import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { antdParts } from './antd-parts.ts';
import { antdStyles, stylePattern } from './antd-styles.ts';
import { chunksOf } from './chunks.ts';

/** Files smaller than this gain nothing that a reader would notice. */
const worthBytes = 1_024;

/**
 * Writes a `.br` next to each script and style, compressed as much as possible: once here, where time does not matter,
 * instead of for each reader.
 */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    // Read from the disk: the current files are the ones served.
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
 * Stages needed on every page after login, in the order of their styles; and those that the home page needs in
 * addition.
 */
const staged = { stages: ['shell', 'screen'], home: ['styles', 'later'] };

/** The texts of each language. */
const languages = ['zh-CN', 'en-US'];

/**
 * Writes the file names of the stages and languages into the page, so that `first-paint.js` requests the needed ones at
 * once: imports would request each only after the previous one has loaded and run.
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
        // The styles of the stages follow those in the page: they come later in the cascade.
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

/** Modules needed together, in the order in which people reach them. */
const stages = {
  // The login is small, and later pages need most of it.
  main: ['main.tsx', 'shell/login/LoginPage.tsx'].map(source),
  // Everyone needs one of them, together with the previous stage.
  'zh-CN': [source('i18n/zh-CN.ts')],
  'en-US': [source('i18n/en-US.ts')],
  shell: [
    'shell/layout/Shell.tsx',
    'engine/jobs/JobCentre.tsx',
    'contexts/crm/lead/DueButton.tsx',
    'contexts/notice/BellButton.tsx',
  ].map(source),
  screen: [source('engine/screen/dataset-page.tsx')],
  styles: stylePattern,
  // The home page has calendars, as forms do, and is small compared with them.
  later: [
    'contexts/statistics/pages/home/Page.tsx',
    'shell/Toasts.tsx',
    'shell/layout/MenuDrawer.tsx',
    'shell/login/LoginAgain.tsx',
    'shell/person/PasswordDialog.tsx',
    'shell/search/PageSearch.tsx',
    'engine/boundary/QuestionDialogs.tsx',
    'engine/list/ColumnChooser.tsx',
    'engine/row/DetailDrawer.tsx',
    'engine/row/DetailPane.tsx',
    'engine/form/FormDialog.tsx',
    'engine/screen/ShortcutsDialog.tsx',
    'engine/screen/TrashDrawer.tsx',
    'engine/jobs/JobDrawer.tsx',
    'contexts/notice/MessageDrawer.tsx',
    'engine/steps/FormSteps.tsx',
    'fields/dates/DateInput.tsx',
    'fields/dates/DateTimeInput.tsx',
    'fields/files/FileInput.tsx',
    'fields/files/ManyFilesInput.tsx',
    'fields/dates/RangePicker.tsx',
  ].map(source),
};

export default defineConfig(({ mode }) => {
  // An empty prefix reads the environment itself: PORT is the server's.
  const { PORT = '3000' } = loadEnv(mode, '.', '');
  const server = `http://127.0.0.1:${PORT}`;
  return {
    root: import.meta.dirname,
    plugins: [react(), antdParts(), antdStyles(), announced(), compressed()],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 1_400,
      // A browser that preloads nothing requests it on import.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // Their indexes only combine their parts; without this setting, each part would include all of them.
        treeshake: {
          moduleSideEffects: [{ test: /\/@rc-component\/(color-picker|form|tree)\//, sideEffects: false }],
        },
        // Each stage contains everything its modules need that no earlier one has, so none depends on a later one.
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
        [
          ...['/api', '/common', '/logout', '/openapi.json', '/docs', '/health', '/ready'],
          // The public pages, which the server renders.
          ...['/website', '/ykzyb', '/mszytb', '/ykzyzn', '/yklxfw', '/appIndex', '/news', '/article'],
          ...['/guide', '/consult', '/portal', '/share'],
        ].map(path => [path, server]),
      ),
    },
  };
});
