import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeRunFolder } from './run.ts';

/**
 * Set-up of a test run, called by vitest once before all tests of a project: a folder for what the processes of the
 * run share. Gives the tear-down. The server's template databases go with its throw-away cluster.
 */
export default function setup(): () => void {
  if (process.env.YIKAO_TEST_RUN !== undefined) return () => {};
  const folder = mkdtempSync(join(tmpdir(), 'yikao-tests-'));
  process.env.YIKAO_TEST_RUN = folder;
  return () => {
    delete process.env.YIKAO_TEST_RUN;
    removeRunFolder(folder);
  };
}
