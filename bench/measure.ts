import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Time and memory of a process, start and end included. */
export interface Measured {
  readonly seconds: number;
  /** Seconds of CPU time of all its threads, which other load does not affect. */
  readonly cpu: number;
  /** Peak resident memory, megabytes. */
  readonly megabytes: number;
}

/** Seconds per tick of the kernel's accounting. */
const tick = 0.01;
/** Milliseconds between two looks at a running process. */
const lookMs = 20;

/** The parent and the ticks of a process, including its finished children; undefined once it has ended. */
function accountOf(pid: number | string) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, own = 0, system = 0, waited = 0, waitedSystem = 0] = [1, 11, 12, 13, 14].map(
      at => fields[at],
    );
    return { parent, own: own + system, waited: waited + waitedSystem };
  } catch {
    return undefined;
  }
}

/** Seconds of processor time that a process and all its children, living or ended, have taken so far. */
export function cpuOfFamily(pid: number): number {
  const head = accountOf(pid);
  let ticks = (head?.own ?? 0) + (head?.waited ?? 0);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const account = accountOf(name);
    if (account?.parent === pid) ticks += account.own;
  }
  return ticks * tick;
}

/** Runs a program to its end, reading its usage from the kernel meanwhile. Throws if it fails. */
export function measure(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    let peak = 0;
    let ticks = 0;
    const look = setInterval(() => {
      const account = accountOf(child.pid ?? 0);
      ticks = Math.max(ticks, account?.own ?? 0);
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
      } catch {
        // It has just ended.
      }
    }, lookMs);
    child.once('error', reject);
    child.once('exit', code => {
      clearInterval(look);
      const seconds = (performance.now() - start) / 1000;
      if (code === 0) resolve({ seconds, cpu: ticks * tick, megabytes: peak / 1024 });
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}`));
    });
  });
}

/** The value below which a share of the sorted values lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
