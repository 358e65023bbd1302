import { readdirSync, readFileSync } from 'node:fs';

/** Processes that this one has started and that are alive (Linux). */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return Number(fields[1]) === pid && fields[0] !== 'Z' ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** A variable of a process's environment (Linux); undefined if it is not set, or if the process has ended. */
export function variableOf(pid: number, name: string): string | undefined {
  try {
    const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return lines.find(line => line.startsWith(`${name}=`))?.slice(name.length + 1);
  } catch {
    return undefined;
  }
}
