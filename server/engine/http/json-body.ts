import { failure } from '@yikao/model/errors.ts';
import { storableJsonText } from '../write/storable.ts';

/** Levels of lists and objects in one body: far more than any call takes, far fewer than overflow a stack. */
const mostLevels = 64;

/**
 * Parses the body of a call. A blank body is undefined: a DELETE often announces JSON and sends nothing (domain Q19).
 * Throws `badRequest` for invalid JSON, for excessive nesting, and for names inherited by every object (`__proto__`,
 * `toString`): no field has such a name, and copying them would change how objects behave.
 */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  let body: unknown;
  try {
    body = JSON.parse(storableJsonText(text));
  } catch (cause) {
    throw failure('badRequest', { cause });
  }
  if (!isPlain(body)) throw failure('badRequest');
  return body;
}

/**
 * Reports whether a parsed value is shallow enough and has no inherited names in it. Walked level by level, not by
 * calls.
 */
function isPlain(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > mostLevels) return false;
    const next: unknown[] = [];
    for (const one of level) {
      if (one === null || typeof one !== 'object') continue;
      if (!Array.isArray(one) && Object.keys(one).some(key => key in Object.prototype)) return false;
      for (const member of Object.values(one)) if (typeof member === 'object') next.push(member);
    }
    level = next;
  }
  return true;
}
