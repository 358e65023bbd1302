import { findProgram, installPackages, Stop } from './commands.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function find() {
  for (const name of names) {
    const path = findProgram(name, ['/usr/bin']);
    // Ubuntu's chromium-browser package is a script that asks for a snap; its browser does not run as root.
    if (path !== undefined && !path.startsWith('/snap/')) return path;
  }
  return undefined;
}

/** The path of Chromium; installed, with a Chinese font, when it is missing and this is root. */
export function ensureChromium() {
  if (find() === undefined)
    installPackages(['chromium', 'fonts-noto-cjk'], 'Chromium (needed by the browser tests)');
  const path = find();
  if (path === undefined) throw new Stop('Chromium is installed, but was not found in PATH.');
  return path;
}
