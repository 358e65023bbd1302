import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs';
import * as antd from 'antd';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';
import { antdFileOf, namesFrom } from './chunks.ts';
import { defaultPrimary } from './shell/theme/colours.ts';
import { themeOf } from './shell/theme/tokens.ts';

type CallExpression = ESTree.CallExpression;

/** The stylesheet imported by the theme; in development it is empty and each component creates its own styles. */
const sheet = 'virtual:antd-styles.css';

/** A module of Ant Design that creates the styles of one component. */
const styleModule = /\/antd\/es\/.*\/style(\/[\w-]+)?\.js$/;

/** A call that creates styles: the first argument is their name, the second the function that writes them. */
const maker = /^gen(?:StyleHooks|SubStyleComponent|ComponentStyleHook)$/;

/** Styles of these are made only in a look that Ant Design had before. */
const unused = new Set(['Pagination-bordered']);

/** Styles of every page: Ant Design's for links and icons. */
const always = new Set(['Shared', 'ant-design-icons']);

/** The calls in a module of Ant Design that create styles. */
export function makersIn(code: string): CallExpression[] {
  const found: CallExpression[] = [];
  new Visitor({
    CallExpression(call) {
      if (call.callee.type === 'Identifier' && maker.test(call.callee.name)) found.push(call);
    },
  }).visit(parseSync('style.js', code).program);
  return found;
}

/** The name of the styles such a call creates, in the notation of the style cache: a component and its part. */
export function nameOf({ arguments: [named] }: CallExpression): string {
  const parts = named?.type === 'ArrayExpression' ? named.elements : [named, named];
  return parts.map(part => (part?.type === 'Literal' ? part.value : '')).join('-');
}

/**
 * The styles needed by a product whose sources are in `folder`: of the Ant Design components it imports, and of their
 * imports.
 */
async function stylesNeeded(folder: string, library: string): Promise<Set<string>> {
  const waiting = new Set<string>();
  for await (const name of glob('{contexts,engine,fields,shell}/**/*.{ts,tsx}', {
    cwd: folder,
  }))
    for (const taken of namesFrom(await readFile(join(folder, name), 'utf8'), 'antd'))
      waiting.add(join(library, antdFileOf(taken)));
  const needed = new Set<string>();
  for (const file of waiting) {
    const code = await readFile(file, 'utf8').catch(() => '');
    if (styleModule.test(file)) for (const call of makersIn(code)) needed.add(nameOf(call));
    for (const [, path = ''] of code.matchAll(/\bfrom\s*'(\.[^']+)'/g)) {
      const target = join(dirname(file), path);
      waiting.add([`${target}.js`, join(target, 'index.js')].find(existsSync) ?? target);
    }
  }
  return needed;
}

/** Renders every component once, so that it creates its styles, including parts with separate styles. */
function specimens(): (() => ReactElement)[] {
  const { Badge, Button, Cascader, Form, Input, Layout, message, Modal, notification, Space, Tag } = antd;
  // Exported for Ant Design's example pages: the panel otherwise rendered for a message.
  const panel = '_InternalPanelDoNotUseOrYouWillBeFired';
  const components = Object.entries(antd).flatMap(([name, component]) =>
    // A component with any props: they are rendered without, which no Ant Design component fails on.
    /^[A-Z]/.test(name) && name !== 'Grid' ? [() => createElement(component as () => ReactElement)] : [],
  );
  return [
    ...components,
    () => createElement(Space.Compact, null, createElement(Button), createElement(Button)),
    () => createElement(Space.Addon),
    () => createElement(Form, null, createElement(Form.Item, { label: 'label', name: 'name' })),
    () => createElement(Input.Search),
    () => createElement(Input.TextArea),
    () => createElement(Input.OTP),
    () => createElement(Tag, { color: 'blue' }),
    () => createElement(Tag, { color: 'success' }),
    () => createElement(Badge.Ribbon),
    () => createElement(Cascader.Panel),
    () => createElement(Layout.Sider),
    () => createElement(Modal[panel], { type: 'confirm' }),
    () => createElement(message[panel]),
    () => createElement(notification[panel]),
  ];
}

/** Removes rules for right-to-left scripts, which the product does not use: a sixth of the total. */
function leftToRight(css: string): string {
  return css.replace(/([^{}]+)(\{[^{}]*\})/g, (rule, selectors: string, body: string) => {
    const kept = selectors.split(',').filter(selector => !selector.includes('-rtl'));
    if (kept.length === 0) return '';
    return kept.length === selectors.split(',').length ? rule : `${kept.join(',')}${body}`;
  });
}

/**
 * The styles of the Ant Design components with these names, as created in the browser. They use `var()` for everything
 * the theme decides, so they are the same for every colour, light and dark.
 *
 * @throws Error if nothing rendered created one of them.
 */
export function stylesOf(names: ReadonlySet<string>, theme = themeOf(defaultPrimary, false, true)): string {
  const cache = createCache();
  for (const specimen of specimens()) {
    const themed = createElement(antd.ConfigProvider, { theme }, specimen());
    renderToString(createElement(StyleProvider, { cache }, themed));
  }
  const missing = new Set([...names].filter(name => !unused.has(name)));
  for (const key of cache.cache.keys()) {
    const [kind, , name = ''] = key.split('%'); // between them stands the theme's hash, which ours has none of
    if (kind === 'style' && (always.has(name) || names.has(name))) missing.delete(name);
    else cache.cache.delete(key);
  }
  if (missing.size > 0)
    throw new Error(`Nothing was drawn that makes the styles of ${[...missing].join(', ')}`);
  return leftToRight(extractStyle(cache, { plain: true, types: 'style' }));
}

/**
 * Removes the style-writing functions from a module: with the stylesheet they, and the functions they call, are unused.
 */
function withoutWriters(code: string): string {
  return makersIn(code).reduceRight(
    (rest, { arguments: [, writer] }) =>
      writer ? `${rest.slice(0, writer.start)}() => []${rest.slice(writer.end)}` : rest,
    code,
  );
}

/**
 * Creates Ant Design's styles during the build: in the browser, each component would create them on its first render,
 * which takes longer than rendering. For a theme with `zeroRuntime`.
 */
export function antdStyles(): Plugin[] {
  const resolved = `/${sheet}`;
  let folder = '';
  return [
    {
      name: 'antd-styles',
      configResolved({ root }) {
        folder = root;
      },
      resolveId: id => (id === sheet ? resolved : undefined),
      async load(id) {
        if (id !== resolved) return undefined;
        if (this.environment.mode !== 'build') return '';
        const index = await this.resolve('antd', join(folder, 'main.tsx'));
        return index ? stylesOf(await stylesNeeded(folder, dirname(index.id))) : undefined;
      },
    },
    {
      name: 'antd-styles-unwritten',
      apply: 'build',
      transform: {
        filter: { id: styleModule },
        handler(code, id) {
          // Called once for the whole product, to register the styles of its icons.
          if (id.includes('/config-provider/')) return 'export default () => {};';
          return withoutWriters(code);
        },
      },
    },
  ];
}
