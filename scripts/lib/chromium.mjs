import { findProgram, installPackages, mayInstall, Stop } from './commands.mjs';

/** Chromium without its own windows and pages, which cost as much per test as the test's pages. */
const shell = 'chromium-headless-shell';
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Ubuntu's chromium-browser package is a script that requires a snap; its browser does not run as root. */
function find(names) {
  return names
    .map(name => findProgram(name, ['/usr/bin']))
    .find(path => path !== undefined && !path.startsWith('/snap/'));
}

function install(name) {
  installPackages([name, 'fonts-noto-cjk'], 'Chromium (needed by the browser tests)');
  return find([name]);
}

/** The shell, installed if this is root; undefined if unavailable: not every system packages it. */
function findShell() {
  const path = find([shell]);
  if (path !== undefined || !mayInstall()) return path;
  try {
    return install(shell);
  } catch (error) {
    if (error instanceof Stop) return undefined;
    throw error;
  }
}

/** The path of Chromium; installed, with a Chinese font, when it is missing and this is root. */
export function ensureChromium() {
  const path = findShell() ?? find(browsers) ?? install('chromium');
  if (path === undefined) throw new Stop('Chromium is installed, but was not found in PATH.');
  return path;
}
