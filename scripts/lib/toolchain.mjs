import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { findProgram, root, Stop } from './commands.mjs';

/**
 * The toolchain that everything else is run with; two ordinary packages, so that nothing but the npm registry is
 * needed.
 */
const versions = { node: '24.21.0', npm: '11.19.1' };
/** The oldest Node that runs the product, which is TypeScript that Node reads itself. */
const oldestMajor = 24;

const tools = join(root, '.tools');
const toolsBin = join(tools, 'node_modules', '.bin');

/** The npm of whoever started us: as a script for this Node, or the program in PATH. */
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

/** Runs npm, silently, in a process group of its own, so that its children end with it. Gives its output. */
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

/** Installs with npm, a second time when the first did not come to its end. */
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
 * Makes sure that Node 24 and a npm that goes with it are there: this process's own, or packages in `.tools`. Gives
 * the path of node, the command of npm, and an environment in which both come first in PATH.
 */
export async function ensureToolchain() {
  if (Number(process.versions.node.split('.')[0]) >= oldestMajor) {
    const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
    return { node: process.execPath, npm: presentNpm(), env };
  }
  if (Object.entries(versions).some(([name, version]) => installed(name) !== version)) {
    console.log(`Installing Node.js ${versions.node} (this one is ${process.versions.node}) ...`);
    mkdirSync(tools, { recursive: true });
    // Its own package.json keeps npm from taking the checkout around it for the project.
    writeFileSync(join(tools, 'package.json'), '{ "private": true }\n');
    const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
    await install(`Node.js ${versions.node}`, presentNpm(), ['--prefix', tools, ...packages], {
      cwd: tools,
      env: process.env,
    });
  }
  const node = join(tools, 'node_modules', 'node', 'bin', 'node');
  const env = { ...process.env, PATH: [toolsBin, process.env.PATH].join(delimiter) };
  // npm set these for the Node that started us; the programs below it shall find their own.
  for (const name of ['npm_execpath', 'npm_node_execpath', 'NODE']) delete env[name];
  return { node, npm: [node, join(tools, 'node_modules', 'npm', 'bin', 'npm-cli.js')], env };
}

/**
 * Makes sure that the packages of the lock file are installed, when it changed since the last time. By `npm install`,
 * which takes the versions of the lock file too: `npm ci` refuses a lock file without the native packages of all
 * other systems, and not every registry mirror has those.
 */
export async function ensureDependencies({ npm, env }) {
  const stamp = join(root, 'node_modules', '.yikao-lock');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing dependencies ...');
  // No package runs anything of its own when it is installed; none of ours has to.
  await install('The dependencies', npm, ['--ignore-scripts'], { cwd: root, env });
  writeFileSync(stamp, lock);
}

/** The path of a program that a dependency brings, as a script for our Node. */
export function toolScript(packageName, script) {
  return join(root, 'node_modules', packageName, script);
}
