import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown when another live process has the data folder. */
export class DataFolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}; stop it first, or set DATA_DIR to another folder`,
    );
    this.name = 'DataFolderInUse';
  }
}

/** Milliseconds after which a take-over that has not ended is taken for dead. */
const takeoverMs = 5_000;

/**
 * Start time of a process, if the system reports it (Linux), else undefined. With it a reused process id, as in
 * containers and after a reboot, is not mistaken for the owner.
 */
function startOf(pid: number): string | undefined {
  try {
    // The second field, the program's name in parentheses, may contain spaces; the start time is the 22nd.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  } catch {
    return undefined;
  }
}

interface Owner {
  readonly pid: number;
  readonly start: string | undefined;
}

function readOwner(file: string): Owner | undefined {
  try {
    const [pid = '', start] = readFileSync(file, 'utf8').trim().split(' ');
    return { pid: Number(pid), start };
  } catch {
    return undefined;
  }
}

function alive({ pid, start }: Owner): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return start === undefined || startOf(pid) === start;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/**
 * Locks the data folder for this process, because two embedded databases in one folder would destroy it. Takes over the
 * lock of a dead process. Returns the function that releases it.
 * @throws {DataFolderInUse} if a live process, or this one, holds it.
 */
export function lockDataFolder(folder: string): () => void {
  const file = join(folder, 'db.lock');
  const guard = `${file}.takeover`;
  const own = `${process.pid} ${startOf(process.pid) ?? ''}`.trim();
  for (;;) {
    try {
      writeFileSync(file, own, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
    const owner = readOwner(file);
    if (owner !== undefined && alive(owner)) throw new DataFolderInUse(folder, owner.pid);
    // Only one process at a time may remove a dead lock, or the second would remove the first one's new lock.
    try {
      mkdirSync(guard);
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
      const age = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      if (age > takeoverMs) rmSync(guard, { recursive: true, force: true });
      continue;
    }
    const stillOwner = readOwner(file);
    if (stillOwner === undefined || !alive(stillOwner)) rmSync(file, { force: true });
    rmSync(guard, { recursive: true, force: true });
  }
}
