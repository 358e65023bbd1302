import { spawnSync } from 'node:child_process';
import { root } from './commands.mjs';
import { toolScript } from './toolchain.mjs';

/**
 * Each check by a tool: its name, and the function that returns its complaints, empty if there are none. With `fresh`, types are
 * checked from scratch: the compiler's cache can miss an error that one file causes in another.
 */
function checks({ node, env }, fresh) {
  const tool = (packageName, script, args) => () => {
    const done = spawnSync(node, [toolScript(packageName, script), ...args], {
      cwd: root,
      env,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return done.status === 0 ? '' : `${done.stdout}${done.stderr}`.trim() || `exit code ${done.status}`;
  };
  const script = source => () => {
    const done = spawnSync(node, ['--input-type=module', '--eval', source], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    return done.status === 0 ? '' : done.stderr.trim() || `exit code ${done.status}`;
  };
  return [
    ['types', tool('typescript', 'bin/tsc', fresh ? ['-b', '--force'] : ['-b'])],
    [
      'declarations',
      script(
        "const { assertDeclarations } = await import('./server/declarations.ts'); assertDeclarations();",
      ),
    ],
    ['style', tool('@biomejs/biome', 'bin/biome', ['check', '--error-on-warnings'])],
    ['dead code', tool('knip', 'bin/knip.js', ['--treat-config-hints-as-errors'])],
  ];
}

/** The results of the project's own checks: pairs of a name and its complaints. */
function ownResults({ node, env }) {
  const script = 'scripts/own-checks.mjs';
  const done = spawnSync(node, [script], { cwd: root, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return done.status === 0
    ? JSON.parse(done.stdout)
    : [[script, done.stderr.trim() || `exit code ${done.status}`]];
}

/**
 * Runs all checks, prints each result, and returns the numbers of passed and failed ones; `fresh` ignores earlier runs.
 */
export function runChecks(tools, { fresh = false } = {}) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const note = (name, complaints) => {
    console.log(`${complaints === '' ? 'passed' : 'FAILED'}  ${name}`);
    if (complaints === '') counts.passed += 1;
    else {
      counts.failed += 1;
      console.log(complaints);
    }
  };
  for (const [name, check] of checks(tools, fresh)) note(name, check());
  for (const [name, complaints] of ownResults(tools)) note(name, complaints);
  return counts;
}
