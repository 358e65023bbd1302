import type { AnyCall } from '@yikao/model/calls/call.ts';
import { calls } from '@yikao/model/contexts/calls.ts';
import { errorCatalogue } from '@yikao/model/errors.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Language } from '@yikao/model/kernel/label.ts';

/** The parts of a line of the audit log. */
interface Parts {
  /** Code of the error that refused the call, or its status. */
  readonly reason: string | undefined;
  /** The calling API token, by its owner's name for it. */
  readonly token: string | undefined;
  readonly method: string;
  readonly path: string;
  /** JSON of the body and the query, which may have been cut. */
  readonly sent: string;
}

/** Most values of a call that are shown; the rest is counted. */
const toldValues = 6;

function partsOf(content: string): Parts | undefined {
  const found =
    /^(?:(?<reason>\w+) · )?(?:(?<token>API .+?) · )?(?<method>GET|POST|PUT|DELETE|PATCH) (?<path>\S+) ?(?<sent>.*)$/s.exec(
      content,
    )?.groups;
  if (!found) return undefined;
  const { reason, token, method = '', path = '', sent = '' } = found;
  return { reason, token, method, path, sent };
}

/** Reports whether a path matches an address: `:name` is any part of it, `*` the rest. */
function isAt(address: string, path: string): boolean {
  const pattern = address
    .split('/')
    .map(part =>
      part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
    );
  return new RegExp(`^${pattern.join('/')}$`).test(path);
}

function callAt({ method, path }: Parts): AnyCall | undefined {
  const exact = calls.find(call => call.address === `${method} ${path}`);
  return (
    exact ??
    calls.find(call =>
      [call.address, ...(call.also ?? [])].some(
        address => address.startsWith(`${method} `) && isAt(address.slice(method.length + 1), path),
      ),
    )
  );
}

/** A value as people read it: a code by its label, several with commas. */
function valueText(dataset: AnyDataset, name: string, value: unknown, language: Language): string {
  const field = fieldOf(dataset, name);
  if (value === null || value === '') return language === 'zh' ? '空' : 'empty';
  if (field?.kind === 'code') return codeItem(field.of, value)?.label[language] ?? String(value);
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'object' ? '…' : String(value);
}

/** The values sent for fields of a dataset; empty if truncated and unreadable. */
function sentText(dataset: AnyDataset, sent: string, language: Language): string {
  let values: unknown;
  try {
    values = JSON.parse(sent);
  } catch {
    return '';
  }
  if (values === null || typeof values !== 'object') return '';
  const told = Object.entries(values).filter(
    ([name]) => name !== dataset.key && dataset.fields[name] !== undefined,
  );
  const shown = told.slice(0, toldValues).map(([name, value]) => {
    const label = fieldOf(dataset, name)?.label[language] ?? name;
    return language === 'zh'
      ? `${label}：${valueText(dataset, name, value, language)}`
      : `${label}: ${valueText(dataset, name, value, language)}`;
  });
  const more = told.length - shown.length;
  if (more > 0) shown.push(language === 'zh' ? `另有 ${more} 项` : `${more} more`);
  return shown.join(language === 'zh' ? '，' : ', ');
}

/** The reason for a refusal, as a sentence without the values. */
function reasonText(reason: string, language: Language): string {
  if (!Object.hasOwn(errorCatalogue, reason)) return reason;
  // Asked for right above.
  return errorCatalogue[reason as keyof typeof errorCatalogue][language].replace(/\{\w+\}/g, '…');
}

/**
 * A line of the audit log in words (domain A6): the action with its values, the token used, and the reason for a
 * refusal. Other lines are shown unchanged, for example the account of a login.
 */
export function worded(content: string, language: Language): string {
  const parts = partsOf(content);
  if (!parts) {
    const [reason = '', ...rest] = content.split(' · ');
    return Object.hasOwn(errorCatalogue, reason)
      ? [reasonText(reason, language), ...rest].join(' · ')
      : content;
  }
  const call = callAt(parts);
  const what = call?.label[language] ?? `${parts.method} ${parts.path}`;
  const values =
    call && typeof call.of === 'object' && parts.method !== 'GET'
      ? sentText(call.of, parts.sent, language)
      : '';
  const colon = language === 'zh' ? '：' : ': ';
  return [
    parts.reason && reasonText(parts.reason, language),
    values ? `${what}${colon}${values}` : what,
    parts.token,
  ]
    .filter(Boolean)
    .join(' · ');
}
