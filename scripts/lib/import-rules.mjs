/**
 * Which way imports go (ARCHITECTURE.md). A rule forbids imports from a place to a place; both are patterns of paths
 * relative to the checkout. Packages stand as `package:name`, Node's own modules as `node:name`. In `to` and
 * `except`, `$1` and so on are what the groups of `from` matched.
 *
 * Why not dependency-cruiser: it reads TypeScript through the compiler's programming interface, which TypeScript 7
 * does not have yet.
 */
const inTests = /\.(test|spec|sample)\.tsx?$|\/testing\//;

export const importRules = [
  {
    why: 'The vocabulary runs in server and browser alike: it needs zod and itself only',
    from: /^model\//,
    to: '.',
    except: '^(model/|package:zod$)',
    free: inTests,
  },
  { why: 'The server knows the calls, not the pages', from: /^server\//, to: '^(web|e2e|bench)/' },
  { why: 'The pages know the calls, not the server', from: /^web\//, to: '^(server|e2e|bench)/' },
  {
    why: 'The pages run in a browser',
    from: /^web\//,
    to: '^node:',
    free: /\.test\.tsx?$|\/testing\/|^web\/(vite\.config|antd-styles)\.ts$/,
  },
  {
    why: 'What builds the pages is no part of them',
    from: /^web\/\w+\//,
    to: '^web/(vite\\.config|antd-styles|chunks)\\.ts$',
  },
  {
    why: 'The platform stands below engine and features and knows no dataset',
    from: /^server\/platform\//,
    to: '^(server/(engine|excel|datasets|features|seeds)/|server/[^/]+$|model/(datasets|kernel|fields|rules|calls)/)',
    // What no log may hold, and how money is counted, is said in one place for all of them.
    except: '^model/rules/(mask|money)\\.ts$',
  },
  {
    why: 'Readers and writers know nothing but sheets',
    from: /^server\/excel\//,
    to: '^(server|model)/',
    except: '^server/excel/',
    free: inTests,
  },
  {
    why: 'The engine knows no particular dataset and no feature',
    from: /^server\/engine\//,
    to: '^server/(datasets|features|seeds)/|^server/[^/]+$',
    // print-table is a command of its own, which a person runs with the name of a dataset.
    free: /\.test\.ts$|\/testing\/|print-table\.ts$/,
  },
  {
    why: 'A feature does not import another; what they share is engine or platform',
    from: /^server\/features\/([^/]+)\//,
    to: '^server/features/[^/]+/',
    except: '^server/features/$1/',
    free: inTests,
  },
  {
    why: 'A dataset does not import a feature',
    from: /^server\/datasets\//,
    to: '^server/features/',
    free: inTests,
  },
  {
    why: 'What is only for tests is used by tests only',
    from: /^(model|server|web)\//,
    to: '/testing/',
    free: inTests,
  },
  {
    why: 'What features and datasets share of payments knows neither',
    from: /^server\/payments\//,
    to: '^server/(datasets|features|seeds)/|^server/[^/]+$',
    free: inTests,
  },
  {
    why: 'A field view knows no screen',
    from: /^web\/fields\//,
    to: '^web/(engine|shell|datasets|features|prints)/',
    free: inTests,
  },
  {
    why: 'The engine of the pages knows no particular screen',
    from: /^web\/engine\//,
    to: '^web/(datasets|features|prints)/',
    free: inTests,
  },
  {
    // The folder itself, not the group that it stands in: `features/sys/lock` and `features/sys/online` are two.
    why: 'A screen does not import another; what they share is engine or fields',
    from: /^web\/((?:features|prints)\/(?:sys\/)?[^/]+)\//,
    to: '^web/(datasets|features|prints)/',
    except: '^web/$1/',
    free: inTests,
  },
  {
    why: 'The screen of a dataset imports its own parts, and no other screen',
    from: /^web\/datasets\/([^/.]+)[/.]/,
    to: '^web/(datasets|features|prints)/',
    except: '^web/datasets/$1/',
    free: inTests,
  },
];
