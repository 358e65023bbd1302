import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { findProgram, root, Stop } from './commands.mjs';

/** The toolchain for everything else; two ordinary packages, so that only the npm registry is needed. */
const versions = { node: '24.21.0', npm: '11.19.1' };
/** The oldest Node that runs the product, which is TypeScript that Node reads itself. */
const oldestMajor = 24;

const tools = join(root, '.tools');
const toolsBin = join(tools, 'node_modules', '.bin');
const ownNode = join(tools, 'node_modules', 'node', 'bin', 'node');

/** The npm that started us: a script for this Node, or the program in PATH. */
function presentNpm() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('npm-cli.js') && existsSync(script)) return [process.execPath, script];
  const program = findProgram('npm', [dirname(process.execPath)]);
  if (program === undefined) throw new Stop('npm is missing. Install Node.js 20 or newer with npm.');
  return [program];
}

function installed(name) {
  try {
    return JSON.parse(readFileSync(join(tools, 'node_modules', name, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

/** Minutes that npm may take; a download that hangs is begun again once. */
const patienceMinutes = 4;

/** Runs npm silently, in a separate process group, so that its children end with it. Returns its output. */
function runNpmOnce([program, ...args], { cwd, env }) {
  return new Promise((done, failed) => {
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', text => {
        output += text;
      });
    }
    const end = () => process.kill(-child.pid, 'SIGKILL');
    const timer = setTimeout(() => {
      output += `npm error No end after ${patienceMinutes} minutes`;
      end();
    }, patienceMinutes * 60_000);
    const interrupted = () => {
      end();
      process.exit(1);
    };
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    child.on('error', failed);
    child.on('close', code => {
      clearTimeout(timer);
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      done({ ok: code === 0, output });
    });
  });
}

/** Installs with npm, and retries once if the first attempt was interrupted. */
async function install(what, npm, args, options) {
  const command = [...npm, 'install', '--no-save', '--no-audit', '--no-fund', ...args];
  let { ok, output } = await runNpmOnce(command, options);
  if (!ok) ({ ok, output } = await runNpmOnce(command, options));
  if (ok) return;
  const reasons = output.split('\n').filter(line => /npm (error|ERR!)/.test(line));
  throw new Stop(
    `${what} could not be installed by npm. Is the npm registry reachable from here (npm ping)?\n${reasons.slice(0, 12).join('\n') || output}`,
  );
}

/**
 * Ensures that Node 24 and a matching npm are available: this process's own, or packages in `.tools`. Returns the path
 * of node, the command of npm, and an environment in which both come first in PATH.
 */
export async function ensureToolchain() {
  if (Number(process.versions.node.split('.')[0]) >= oldestMajor) {
    const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
    return { node: process.execPath, npm: presentNpm(), env };
  }
  if (
    !existsSync(ownNode) ||
    Object.entries(versions).some(([name, version]) => installed(name) !== version)
  ) {
    console.log(`Installing Node.js ${versions.node} (this one is ${process.versions.node}) ...`);
    mkdirSync(tools, { recursive: true });
    // Its own package.json prevents npm from treating the surrounding checkout as the project.
    writeFileSync(join(tools, 'package.json'), '{ "private": true }\n');
    const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
    // Node's package installs its program with a script. npm passes our .npmrc, which forbids scripts, on to its
    // children.
    await install(
      `Node.js ${versions.node}`,
      presentNpm(),
      ['--prefix', tools, '--ignore-scripts=false', ...packages],
      {
        cwd: tools,
        env: process.env,
      },
    );
  }
  const env = { ...process.env, PATH: [toolsBin, process.env.PATH].join(delimiter) };
  // npm set these for the Node that started us; child programs must find their own.
  for (const name of ['npm_execpath', 'npm_node_execpath', 'NODE']) delete env[name];
  return { node: ownNode, npm: [ownNode, join(tools, 'node_modules', 'npm', 'bin', 'npm-cli.js')], env };
}

/**
 * Ensures that the packages of the lock file are installed, if it changed since the last time. Uses `npm install`,
 * which also takes the locked versions: `npm ci` refuses a lock file without the native packages of all other systems,
 * which not every registry mirror has.
 */
export async function ensureDependencies({ npm, env }) {
  const stamp = join(root, 'node_modules', '.yikao-lock');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing dependencies ...');
  // No package runs scripts when it is installed; none of ours needs to. npm would leave out the tools that build the
  // pages and the server where NODE_ENV is production.
  await install('The dependencies', npm, ['--ignore-scripts', '--include=dev'], { cwd: root, env });
  writeFileSync(stamp, lock);
}

/** The path of a dependency's program, as a script for our Node. */
export function toolScript(packageName, script) {
  return join(root, 'node_modules', packageName, script);
}
