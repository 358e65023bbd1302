import type { DestinationStream } from 'pino';

const levels: Readonly<Record<number, string>> = {
  10: '\u001b[90mtrace\u001b[0m',
  20: '\u001b[90mdebug\u001b[0m',
  30: '\u001b[32minfo \u001b[0m',
  40: '\u001b[33mwarn \u001b[0m',
  50: '\u001b[31merror\u001b[0m',
  60: '\u001b[41mfatal\u001b[0m',
};

/** Fields of every line that are not shown in a terminal. */
const unshown = new Set(['level', 'time', 'node', 'role', 'msg', 'err', 'pid', 'hostname']);

/** The log line of a record in readable form; text that is not a record of ours is returned unchanged. */
function readable(line: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return line;
  }
  if (typeof parsed !== 'object' || parsed === null) return line;
  const record = new Map<string, unknown>(Object.entries(parsed));
  const time = String(record.get('time') ?? '').slice(11, 19);
  const facts = [...record]
    .filter(([name]) => !unshown.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const error = record.get('err');
  const stack =
    typeof error === 'object' && error !== null && 'stack' in error ? [`\n${String(error.stack)}`] : [];
  const head = `${time} ${levels[Number(record.get('level'))] ?? ''} ${String(record.get('msg') ?? '')}`;
  return [head, ...facts, ...stack].join(' ').concat('\n');
}

/** A destination for pino that writes one short coloured line a record, with the stack of an error under it. */
export function terminalLines(output: NodeJS.WritableStream): DestinationStream {
  return { write: line => void output.write(readable(line)) };
}
