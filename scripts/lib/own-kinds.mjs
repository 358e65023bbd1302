import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './commands.mjs';
import { sqlOnly } from './sql-texts.mjs';

/** Code that runs in tests only, or loads the demo data. */
const inTests = /\.(test|types|sample)\.tsx?$|\/testing\//;

/**
 * A column of a state next to a bare number: `code_status in (1, 2)`, `set status = 3`, `coalesce(d.state, 0) > 1`,
 * `audit_status <> all('{1,2}')`, `${column('d', 'up_status')} = 1`.
 */
const numberedState =
  /\b(?:\w+_)?(?:status|state)(?:'\s*\)\s*\})?(?:\s*,\s*\d+\s*\))?\s*(?:(?:=|<>|!=|<=?|>=?)\s*(?:(?:any|all)\s*\(\s*(?:'\{|array\s*\[)\s*)?|is\s+(?:not\s+)?distinct\s+from\s+|(?:not\s+)?in\s*\(\s*|(?:not\s+)?between\s+)\d/;

/**
 * Mistakes that the compiler does not know, each refused as a whole kind: the places that are looked through, the
 * words, the few places that may have them, and what to do instead.
 */
const kinds = [
  {
    where: /^server\//,
    words: /\.\s*transaction\(\)/,
    except: /^server\/engine\/write\/transaction\.ts$|^server\/platform\/database\//,
    instead: 'transact of server/engine/write/transaction.ts repeats lost races and holds counters',
  },
  {
    where: /^server\//,
    words: /\bDate\.now\(\)|\bnew Date\(\)/,
    // The clock itself; the age of a file, which the system's clock has stamped; vendors and other sites, whose times
    // follow their own clock.
    except:
      /^server\/platform\/(clock|database\/data-lock|sms\/(tencent|aliyun)|calls\/feige|files\/s3-client|outside\/fetch-outside)\.ts$|\/unfinished-file\.ts$/,
    instead: 'take the time of the Clock, or performance.now() for a duration',
  },
  {
    where: /^(model|server)\//,
    words: /\bMath\.random\(/,
    // Codes that are public, and the strokes of a captcha's picture.
    except: /^model\/rules\/readable-code\.ts$|\/captcha\/picture\.ts$/,
    instead: 'randomInt of node:crypto cannot be guessed',
  },
  {
    where: /^(model|server|web)\//,
    words: /\bcatch\s*(?:\([^)]*\)\s*)?\{\s*\}/,
    except: /^$/,
    // A comment between the brackets says why.
    comments: true,
    instead: 'handle the fault, log it, or say in a comment why it does not matter',
  },
  {
    where: /^server\/(contexts|platform|seeds)\/|^server\/[^/]+$/,
    words: /\bsql\.raw\(/,
    // Names and literals that the declarations give.
    except: /^server\/seeds\/load-permissions\.ts$|\/crm\/merge\/moved-rows\.ts$/,
    instead: 'only the engine builds statements from texts; use sql.id, sql.ref or sql.lit',
  },
  {
    where: /^server\/(?!seeds\/|migrations\/)/,
    words: numberedState,
    except: /^$/,
    sql: true,
    instead: 'say the state by its name: codesOf of server/engine/table/codes-of.ts',
  },
];

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !['node_modules', 'dist'].includes(entry.name)) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

/** The number of the line on which a place of the text is. */
const lineAt = (text, at) => text.slice(0, at).split('\n').length;

/** A source without its comments, which keep their lines. */
const withoutComments = text =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*/g, comment => comment.replaceAll(/[^\n]/g, ' '));

/** Complaints about the kinds of mistakes, as `file:line: what to do instead`. */
export function ownKindComplaints() {
  return ['model', 'server', 'web']
    .flatMap(folder => [...sources(join(root, folder))])
    .flatMap(path => {
      const name = relative(root, path).replaceAll('\\', '/');
      if (inTests.test(name)) return [];
      const mine = kinds.filter(({ where, except }) => where.test(name) && !except.test(name));
      if (mine.length === 0) return [];
      const whole = readFileSync(path, 'utf8');
      const bare = withoutComments(whole);
      return mine.flatMap(({ words, comments, sql, instead }) =>
        [...(comments ? whole : sql ? sqlOnly(bare) : bare).matchAll(new RegExp(words, 'g'))].map(
          found => `${name}:${lineAt(whole, found.index)}: ${found[0].trim()} – ${instead}`,
        ),
      );
    });
}
