import { spawnSync } from 'node:child_process';
import { addressComplaints } from './addresses.mjs';
import { root } from './commands.mjs';
import { dependencyComplaints } from './dependencies.mjs';
import { docCommentComplaints } from './doc-comments.mjs';
import { importComplaints } from './import-directions.mjs';
import { toolScript } from './toolchain.mjs';

/**
 * Each check: its name, and what gives the text of its complaints, empty when there are none. Types are checked from
 * nothing when `fresh` is set: what the compiler remembers can miss a mistake that a file makes in another one.
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
    ['import directions', () => importComplaints().join('\n')],
    ['addresses', () => addressComplaints().join('\n')],
    ['doc comments', () => docCommentComplaints().join('\n')],
    ['dependencies', () => dependencyComplaints().join('\n')],
  ];
}

/** Runs all checks, says how each went, and gives how many passed and failed; `fresh` remembers no earlier run. */
export function runChecks(tools, { fresh = false } = {}) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, check] of checks(tools, fresh)) {
    const complaints = check();
    console.log(`${complaints === '' ? 'passed' : 'FAILED'}  ${name}`);
    if (complaints === '') counts.passed += 1;
    else {
      counts.failed += 1;
      console.log(complaints);
    }
  }
  return counts;
}
