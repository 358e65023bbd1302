/**
 * Allowed directions of imports (ARCHITECTURE.md). A rule forbids imports from one place to another; both are patterns
 * of paths relative to the checkout. Packages are written as `package:name`, Node's own modules as `node:name`. In `to`
 * and `except`, `$1` and so on are the groups matched by `from`.
 *
 * Not dependency-cruiser, because it reads TypeScript through the compiler's programming interface, which TypeScript 7
 * does not have yet.
 */
const inTests = /\.(test|spec|sample)\.tsx?$|\/testing\//;

/**
 * The contexts, and the others each one uses: on all three floors and between them, without cycles (`context-map.mjs`
 * checks it). Showing rows of another context in a drawer counts as use.
 */
export const contextUses = {
  shared: [],
  people: ['shared'],
  school: ['shared'],
  admission: ['school', 'shared'],
  reference: ['admission', 'people', 'school', 'shared'],
  system: ['people', 'reference', 'shared'],
  guide: ['shared'],
  payment: ['shared'],
  partner: ['notice', 'people', 'system', 'shared'],
  sales: ['notice', 'payment', 'shared'],
  codes: ['notice', 'payment', 'sales', 'shared'],
  reach: ['people', 'system', 'shared'],
  notice: ['people', 'reach', 'system', 'shared'],
  crm: ['notice', 'payment', 'reach', 'sales', 'shared'],
  settlement: ['notice', 'payment', 'sales', 'shared'],
  statistics: ['payment', 'settlement', 'system', 'shared'],
  voluntary: ['admission', 'sales', 'shared'],
  consumer: ['admission', 'codes', 'crm', 'reach', 'sales', 'voluntary', 'shared'],
  content: ['notice', 'partner', 'sales', 'system', 'shared'],
  push: ['consumer', 'content', 'notice', 'sales', 'shared'],
  tiktok: ['content', 'system', 'shared'],
  abroad: ['notice', 'payment', 'sales', 'shared'],
  teaching: ['notice', 'partner', 'payment', 'sales', 'system', 'shared'],
  mock: ['admission', 'notice', 'partner', 'payment', 'people', 'sales', 'system', 'shared'],
  exam: ['notice', 'partner', 'payment', 'people', 'sales', 'shared'],
  portal: ['abroad', 'content', 'crm', 'guide', 'people', 'sales', 'school', 'system', 'shared'],
};

/**
 * A context imports only those named in {@link contextUses}; everything else it shares goes through the registries or
 * events.
 */
const contextRules = Object.entries(contextUses).map(([context, uses]) => ({
  why: `The context ${context} uses ${uses.join(', ') || 'no other one'} (contextUses in scripts/lib/import-rules.mjs)`,
  from: new RegExp(`^(model|server|web)/contexts/${context}/`),
  to: '^(model|server|web)/contexts/[^/]+/',
  except: `^(model|server|web)/contexts/(${[context, ...uses].join('|')})/`,
  free: inTests,
}));

export const importRules = [
  ...contextRules,
  {
    why: 'The vocabulary runs in server and browser alike: it needs zod and itself only',
    from: /^model\//,
    to: '.',
    except: '^(model/|package:zod$)',
    free: inTests,
  },
  {
    why: 'The language knows no context',
    from: /^model\/(kernel|assert|fields|rules|calls|jobs)\//,
    to: '^model/contexts/',
    // Calls that every dataset has are made of the registries.
    except: '^model/contexts/(datasets|jobs|machines)\\.ts$',
    free: /\.(test|types)\.ts$/,
  },
  {
    why: 'The language does not need the checks of what is said in it, nor do the pages',
    from: /^(model\/(kernel|fields|rules|contexts)|web)\//,
    to: '^model/assert/',
    free: inTests,
  },
  { why: 'The server knows the calls, not the pages', from: /^server\//, to: '^(web|e2e|bench)/' },
  { why: 'The pages know the calls, not the server', from: /^web\//, to: '^(server|e2e|bench)/' },
  {
    why: 'The pages run in a browser',
    from: /^web\//,
    to: '^node:',
    free: /\.test\.tsx?$|\/testing\/|^web\/(vite\.config|antd-(parts|styles))\.ts$/,
  },
  {
    why: 'What builds the pages is no part of them',
    from: /^web\/\w+\//,
    to: '^web/(vite\\.config|antd-(parts|styles)|chunks)\\.ts$',
  },
  {
    why: 'The platform stands below engine and contexts and knows no dataset',
    from: /^server\/platform\//,
    to: '^(server/(engine|excel|contexts|seeds)/|server/[^/]+$|model/(contexts|kernel|fields|rules|calls)/)',
    // Masking in logs, counting money, breaking lines and reading times have a single implementation each; the calls to
    // vendors are listed once for the adapters and for the pages that name those without a document.
    except: '^model/rules/(mask|money|text-lines|times|vendor-calls)\\.ts$',
  },
  {
    why: 'Readers and writers know nothing but sheets',
    from: /^server\/excel\//,
    to: '^(server|model)/',
    except: '^server/excel/',
    free: inTests,
  },
  {
    why: 'The engine knows no context',
    from: /^server\/engine\//,
    to: '^server/(contexts|seeds)/|^server/[^/]+$',
    // print-table is a command, which a person runs with the name of a dataset.
    free: /\.test\.ts$|\/testing\/|print-table\.ts$/,
  },
  {
    why: 'A context does not import what assembles the server',
    from: /^server\/contexts\//,
    to: '^server/seeds/|^server/[^/]+$',
    // The menu contains the pages of all contexts.
    except: '^server/seeds/menu\\.ts$',
    free: inTests,
  },
  {
    why: 'What is only for tests is used by tests only',
    from: /^(model|server|web)\//,
    to: '/testing/',
    free: inTests,
  },
  {
    why: 'A field view knows no screen',
    from: /^web\/fields\//,
    to: '^web/(engine|shell|contexts)/',
    free: inTests,
  },
  {
    why: 'The engine of the pages knows no context',
    from: /^web\/engine\//,
    to: '^web/contexts/',
    free: inTests,
  },
  {
    why: 'Nothing imports a page but what loads it; parts that two pages share stand beside them in their context',
    from: /^web\//,
    to: '^web/contexts/\\w+/(pages|prints)/|\\.screen\\.tsx$',
    free: /^web\/shell\/pages\/|^web\/contexts\/\w+\/(pages|prints)\//,
  },
  {
    why: 'A page imports its own parts, and no other page',
    from: /^(web\/contexts\/\w+\/(?:pages\/(?:sys\/|mock\/|stat\/|order\/)?|prints\/)[^/]+)\//,
    to: '^web/contexts/\\w+/(pages|prints)/|\\.screen\\.tsx$',
    except: '^$1/',
    free: inTests,
  },
];
