import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeRunFolder } from './run.ts';

/**
 * Set-up of a test run, called by vitest once before all tests of a project: creates a folder shared by the run's
 * processes. Returns the tear-down. The server's template databases are removed with its temporary cluster.
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
