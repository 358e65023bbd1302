import type { AnyDataset } from '../kernel/dataset.ts';
import { isPermissionCode } from '../permissions.ts';
import type { JobKind } from './job-kind.ts';

/** The least number of a kind that is no dataset's import, export or batch (domain 0.6). */
const leastType = 600;

/**
 * Checks all job kinds together and throws one error that names every wrong one and its fix. `works` are the names of
 * the implementations on the server. Called at boot.
 */
export function assertJobKinds(
  kinds: readonly JobKind[],
  works: readonly string[],
  datasets: readonly AnyDataset[],
): void {
  const problems: string[] = [];
  const names = new Set<string>();
  const numbers = new Map<number, string>();
  for (const { name, label, bizType, may, of } of kinds) {
    const where = of ? `${of.name}.${name}` : name;
    const complain = (why: string) => problems.push(`${where}: ${why}`);
    if (!/^[a-z][a-zA-Z0-9]{1,15}$/.test(name))
      complain('must be called by a small letter and at most 15 further letters and digits');
    if (names.has(name)) complain('another kind of job has this name; give it one of its own');
    names.add(name);
    if (label.zh === '' || label.en === '') complain('has no label in one of the languages');
    if (of && !datasets.includes(of)) complain(`is of ${of.name}, which is no declared dataset`);
    if (may?.includes(':') && !isPermissionCode(may))
      complain(`may: no declaration knows the code ${may}; name one that can be granted`);
    if (!works.includes(name))
      complain('the server does not know how to do it; add its work to server/job-works.ts');
    if (bizType === undefined) continue;
    const other = numbers.get(bizType);
    if (bizType < leastType) complain(`bizType ${bizType}: numbers of such jobs begin at ${leastType}`);
    if (other !== undefined) complain(`bizType ${bizType}: is the number of ${other}; take a free one`);
    numbers.set(bizType, where);
  }
  for (const name of works) {
    if (!names.has(name))
      problems.push(`${name}: has a work and is no declared kind; add it to model/contexts/jobs.ts`);
  }
  if (problems.length > 0)
    throw new Error(`Wrong kinds of jobs:\n${problems.map(line => `- ${line}`).join('\n')}`);
}
