import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './commands.mjs';

/** The reviewed list: name, version, licence, and `script` if the package wants to run something when installed. */
const listFile = join(root, 'scripts/dependencies.tsv');
const head = `# Every package that the product runs with, and every one of the tools that wants to run something when it is installed.
# Renew with: node scripts/list-dependencies.mjs, and review what has changed before it is committed.
`;

/** Licences that require only attribution. */
const permissive = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['Python-2.0', 'Unlicense', 'Zlib'],
  // Fonts, which may come with any software as long as they are not sold by themselves.
  'OFL-1.1',
]);

/**
 * Licences of packages that name theirs vaguely, by name and version, as their own LICENSE files say: read again for each
 * new version.
 */
const readLicences = new Map([['duck@0.1.12', 'BSD-2-Clause']]);

/** Reports whether an SPDX expression leaves the choice of licences that are all permissive. */
function isPermissive(licence) {
  const choices = licence.replace(/[()]/g, '').split(/ OR /i);
  return choices.some(choice => choice.split(/ AND /i).every(one => permissive.has(one.trim())));
}

const nameOf = path => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** A package as installed, or as in the lock file if this machine does not need it (binaries of other systems). */
function packageAt(path, locked) {
  const file = join(root, path, 'package.json');
  if (!existsSync(file))
    return { name: nameOf(path), version: locked.version, licence: locked.license ?? '?' };
  const { name, version, license, licenses, scripts = {} } = readJson(file);
  const told = typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type);
  const runs = ['preinstall', 'install', 'postinstall'].some(key => scripts[key] !== undefined);
  return { name, version, licence: told ?? locked.license ?? '?', runs };
}

/** The packages in the lock file, as lines of the list, with problems of their installation. */
function locked() {
  const { packages } = readJson(join(root, 'package-lock.json'));
  const lines = new Set();
  const complaints = [];
  for (const [path, entry] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || entry.link === true) continue;
    const found = packageAt(path, entry);
    if (found.version !== entry.version) {
      complaints.push(`${path} is installed as ${found.version}; the lock file says ${entry.version}`);
    }
    // The lock file omits the address of packages from the registry (.npmrc).
    if (entry.resolved !== undefined || !entry.integrity) {
      complaints.push(`${path} does not come from the registry with a checksum`);
    }
    const licence = readLicences.get(`${found.name}@${entry.version}`) ?? found.licence;
    const runs = entry.hasInstallScript === true || found.runs === true;
    if (entry.dev === true && !runs) continue;
    const kind = [found.name, entry.version, licence, ...(runs ? ['script'] : [])];
    lines.add(kind.join('\t'));
    if (entry.dev !== true && !isPermissive(licence)) {
      complaints.push(`${found.name} is under ${licence}, which is not permissive`);
    }
  }
  return { paths: new Set(Object.keys(packages)), lines: [...lines].sort(), complaints };
}

/** Installed packages that are not in the lock file. */
function strays(known) {
  const folder = join(root, 'node_modules');
  const names = readdirSync(folder).flatMap(name =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map(part => `${name}/${part}`) : [name],
  );
  return names
    .filter(name => !name.startsWith('.') && !known.has(`node_modules/${name}`))
    .map(name => `${name} is installed and is not in the lock file`);
}

function readList() {
  return readFileSync(listFile, 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'));
}

/**
 * The problems of the product's runtime packages: not on the reviewed list, another version or licence than listed, a
 * licence that is not permissive, an unreviewed installation script, or a difference from the lock file. One line each.
 */
export function dependencyComplaints() {
  const { paths, lines, complaints } = locked();
  const kept = new Set(readList());
  const now = new Set(lines);
  const told = line => line.replaceAll('\t', ' ');
  return [
    ...complaints,
    ...strays(paths),
    ...lines.filter(line => !kept.has(line)).map(line => `${told(line)} is not on the reviewed list`),
    ...[...kept].filter(line => !now.has(line)).map(line => `${told(line)} is on the list and not in use`),
  ];
}

/** Rewrites the list; returns the added and removed lines. Refuses nothing: the check does that. */
export function renewList() {
  const { lines } = locked();
  const before = new Set(existsSync(listFile) ? readList() : []);
  writeFileSync(listFile, `${head}${lines.join('\n')}\n`);
  const now = new Set(lines);
  return {
    added: lines.filter(line => !before.has(line)),
    removed: [...before].filter(line => !now.has(line)),
  };
}
