import { auditAreas } from '@yikao/model/calls/audit.codes.ts';
import type { AnyCall } from '@yikao/model/calls/call.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { isSecretName, maskForLog } from '@yikao/model/rules/mask.ts';

/** The subject and action of a call in the audit log. */
export interface CallMeaning {
  readonly module: string;
  readonly action: string;
  /** The dataset of the row concerned. */
  readonly dataset: AnyDataset | undefined;
}

/** Areas of the log that are groups of calls, too. */
const areas: ReadonlySet<string> = new Set(auditAreas.map(({ code }) => code));

/** Describes a call; an unknown address is described as such. */
export function meaningOf(call: AnyCall | undefined, method: string): CallMeaning {
  const action = call?.audit ?? (method === 'GET' || call?.reads ? 'list' : 'call');
  const of = call?.of ?? 'other';
  if (typeof of !== 'string') return { module: of.name, action, dataset: of };
  return { module: areas.has(of) ? of : 'other', action, dataset: undefined };
}

/** A second factor or a code by message travels as `code`, which elsewhere is no secret. */
const isSecret = (name: string): boolean => isSecretName(name) || /^code$/i.test(name);

/** Limits of a summary: characters of a text, members of a list or object, and levels. */
const most = { text: 60, members: 24, depth: 4 } as const;

/** Signs of a summary in all. */
const summaryMax = 1_000;

/**
 * The sent values, shortened and safe to read: secrets are left out, personal numbers masked, long texts cut. The row's
 * history has the complete change.
 */
export function summaryOf(value: unknown): string {
  const text = JSON.stringify(shortened(value, most.depth)) ?? '';
  return maskForLog(text).slice(0, summaryMax);
}

function shortened(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    const plain = value.slice(0, most.text * 4).replace(/<[^>]*>?/g, '');
    return plain.length > most.text || value.length > most.text * 4 ? `${plain.slice(0, most.text)}…` : plain;
  }
  if (value === null || typeof value !== 'object') return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, most.members).map(item => shortened(item, depth - 1));
    return value.length > most.members ? [...shown, `… ${value.length}`] : shown;
  }
  const shown: Record<string, unknown> = {};
  for (const [index, [key, member]] of Object.entries(value).entries()) {
    if (index === most.members) break;
    shown[key.slice(0, most.text)] = isSecret(key) ? '[hidden]' : shortened(member, depth - 1);
  }
  return shown;
}

/** The beginning of an account name. A password typed into that field must not be logged in full. */
export function accountHint(account: string): string {
  return `${account.trim().slice(0, 2)}***`;
}
