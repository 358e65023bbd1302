import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs';
import * as antd from 'antd';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';
import { defaultPrimary } from './shell/theme/colours.ts';
import { themeOf } from './shell/theme/tokens.ts';

type CallExpression = ESTree.CallExpression;

/**
 * Styles of every page, imported by the frame; in development they are empty and each component creates its own.
 */
const shared = 'virtual:antd-styles.css';

/** Styles of one component or its part, imported by the module that would create them: they come with its code. */
const ownOf = (name: string) => `virtual:antd-styles/${name}.css`;

/** A module of Ant Design that creates the styles of one component. */
const styleModule = /\/antd\/es\/.*\/style(\/[\w-]+)?\.js$/;

/**
 * Modules of such styles. All but those of the first pages are in one file, before every style of ours: one of a
 * component alone could come after the style that changes it.
 */
export const stylePattern = /\/antd\/es\/.+\/style\/|\/virtual:antd-styles/;

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

/** A rule that lists the styles of a sheet, for components that look whether theirs are there. */
const cacheMap = /\.data-ant-cssinjs-cache-path\{content:"[^"]*";\}/;

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
 * Gives the styles with a name, see {@link nameOf}, as created in the browser; without a name those of every page. They
 * use `var()` for everything the theme decides, so they are the same for every colour, light and dark.
 *
 * @throws Error if nothing rendered created them.
 */
export function drawnStyles(theme = themeOf(defaultPrimary, false, true)): (name?: string) => string {
  const drawn = createCache();
  for (const specimen of specimens()) {
    const themed = createElement(antd.ConfigProvider, { theme }, specimen());
    renderToString(createElement(StyleProvider, { cache: drawn }, themed));
  }
  // Between the kind and the name of a key is the theme's hash, of which ours has none.
  const entries = Map.groupBy(drawn.cache, ([key]) => {
    const [kind, , name = ''] = key.split('%');
    return kind === 'style' ? name : undefined;
  });
  return name => {
    const found = (name === undefined ? [...always] : [name]).flatMap(one => entries.get(one) ?? []);
    if (found.length === 0 && !unused.has(name ?? ''))
      throw new Error(`Nothing was drawn that makes the styles of ${name}`);
    const cache = createCache();
    for (const [key, entry] of found) cache.cache.set(key, entry);
    return leftToRight(extractStyle(cache, { plain: true, types: 'style' }).replace(cacheMap, ''));
  };
}

/**
 * Replaces the style-writing functions of a module by an import of what they write: they, and the functions they call,
 * are then unused.
 */
function withoutWriters(code: string): string {
  const makers = makersIn(code);
  const rest = makers.reduceRight(
    (rest, { arguments: [, writer] }) =>
      writer ? `${rest.slice(0, writer.start)}() => []${rest.slice(writer.end)}` : rest,
    code,
  );
  return [...makers.map(call => `import '${ownOf(nameOf(call))}';`), rest].join('\n');
}

/**
 * Creates Ant Design's styles during the build: in the browser, each component would create them on its first render,
 * which takes longer than rendering. For a theme with `zeroRuntime`.
 */
export function antdStyles(): Plugin[] {
  const named = new Map<string, string | undefined>([[shared, undefined]]);
  let styleOf: ReturnType<typeof drawnStyles> | undefined;
  return [
    {
      name: 'antd-styles',
      resolveId: id => (id.startsWith('virtual:antd-styles') ? `/${id}` : undefined),
      load(id) {
        const sheet = id.slice(1);
        if (!named.has(sheet)) return undefined;
        if (this.environment.mode !== 'build') return '';
        styleOf ??= drawnStyles();
        return styleOf(named.get(sheet));
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
          for (const name of makersIn(code).map(nameOf)) named.set(ownOf(name), name);
          return withoutWriters(code);
        },
      },
    },
  ];
}
