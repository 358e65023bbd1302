import { findProgram, installPackages, mayInstall, Stop } from './commands.mjs';

/**
 * Installs ffmpeg for the tests of converted videos, if it is missing and this is root. The product works without it,
 * so where it cannot be had those tests are skipped.
 */
export function installFfmpeg() {
  if (findProgram('ffmpeg', ['/usr/bin']) !== undefined || !mayInstall()) return;
  try {
    installPackages(['ffmpeg'], 'ffmpeg (needed by the tests of converted videos)');
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.log(error.message);
  }
}
