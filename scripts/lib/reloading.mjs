import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { root } from './commands.mjs';
import { startNode } from './processes.mjs';

/** Milliseconds in which changes count as one: a checkout or a format replaces many files. */
const gatherMs = 200;
const skipped = new Set(['node_modules', 'dist', 'out', '.cache', 'data']);
const isSource = name => /\.(ts|sql|json)$/.test(name);

/**
 * Calls back when a source in the folders changes. Watches folders instead of files, since git and many editors replace
 * a file by a new one, which a file's watch does not survive (nodejs/node#51621).
 */
function onChange(folders, callback) {
  const watched = new Map();
  let timer;
  const add = folder => {
    if (watched.has(folder)) return;
    let entries;
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch {
      // A folder that was removed again.
      return;
    }
    const watcher = watch(folder, (_event, name) => {
      if (name !== null && !isSource(name)) {
        // It may be a new folder; anything else is no source.
        if (!skipped.has(name)) add(join(folder, name));
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(callback, gatherMs);
    });
    watcher.on('error', () => watched.delete(folder));
    watched.set(folder, watcher);
    for (const entry of entries) {
      if (entry.isDirectory() && !skipped.has(entry.name)) add(join(folder, entry.name));
    }
  };
  for (const folder of folders) add(join(root, folder));
  return () => {
    clearTimeout(timer);
    for (const watcher of watched.values()) watcher.close();
  };
}

/**
 * Starts Node like `startNode`, and restarts it when a source in the folders changes. After a failure it waits for the
 * next change. Returns the current process, `stop` and the end, for `endTogether`.
 */
export function startReloading(tools, args, folders) {
  let current;
  let reloading = false;
  let stopped = false;
  let finish;
  const ended = new Promise(done => {
    finish = done;
  });
  const alive = () => current.child.exitCode === null && current.child.signalCode === null;

  function start() {
    reloading = false;
    current = startNode(tools, args);
    current.ended.then(code => {
      if (reloading && !stopped) start();
      else if (stopped || code === 0) finish(code);
      else console.log('\nThe server has ended; it is started again when a file changes.');
    }, finish);
  }

  const unwatch = onChange(folders, () => {
    if (stopped || reloading) return;
    console.log('\nA file has changed; the server is started again.');
    reloading = true;
    if (alive()) current.child.kill('SIGTERM');
    else start();
  });
  start();
  return {
    get child() {
      return current.child;
    },
    stop() {
      stopped = true;
      unwatch();
      if (!alive()) finish(0);
    },
    ended,
  };
}
