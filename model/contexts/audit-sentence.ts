import type { AuditFacts } from '../calls/audit-facts.ts';
import type { AnyCall } from '../calls/call.ts';
import { errorCatalogue } from '../errors.ts';
import { shownDecimal } from '../fields/parts/decimal-text.ts';
import { codeItem } from '../kernel/codes.ts';
import { type AnyDataset, fieldOf } from '../kernel/dataset.ts';
import type { Language } from '../kernel/label.ts';
import { calls } from './calls.ts';

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
  const end = sent.indexOf('} · ') + 1;
  return { reason, token, method, path, sent: end > 0 ? sent.slice(0, end) : sent };
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
  const asked = `${method} ${path}`;
  const exact = calls.find(call => [call.address, ...(call.also ?? [])].some(address => address === asked));
  return (
    exact ??
    calls.find(call =>
      [call.address, ...(call.also ?? [])].some(
        address => address.startsWith(`${method} `) && isAt(address.slice(method.length + 1), path),
      ),
    )
  );
}

/** A value as people read it: a code by its label, a reference by its name, several with commas. */
function valueText(
  dataset: AnyDataset | undefined,
  name: string,
  value: unknown,
  names: AuditFacts['names'],
  language: Language,
): string {
  const field = dataset && fieldOf(dataset, name);
  if (value === null || value === '') return language === 'zh' ? '空' : 'empty';
  const known = names?.[name];
  if (known !== undefined) return known;
  if (field?.kind === 'decimal') return shownDecimal(field, String(value));
  if (field?.kind === 'yesNo') return String(value) === '1' ? yes[language] : no[language];
  if (field?.kind === 'code' || field?.kind === 'codes') {
    const labels = [value].flat().map(one => codeItem(field.of, one)?.label[language] ?? String(one));
    return labels.join(listed[language]);
  }
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'object' ? '…' : String(value);
}

const yes = { zh: '是', en: 'yes' } as const;
const no = { zh: '否', en: 'no' } as const;
const listed = { zh: '、', en: ', ' } as const;
const parts = { zh: '，', en: ', ' } as const;
const colon = { zh: '：', en: ': ' } as const;

/** The values sent to a call, by the labels of its fields; empty if truncated and unreadable. */
function sentText(call: AnyCall, sent: string, { names, job }: AuditFacts, language: Language): string {
  let values: unknown;
  try {
    values = JSON.parse(sent);
  } catch {
    return '';
  }
  if (values === null || typeof values !== 'object') return '';
  const dataset = typeof call.of === 'object' ? call.of : undefined;
  const labelOf = (name: string) =>
    (dataset && Object.hasOwn(dataset.fields, name) ? dataset.fields[name]?.label : undefined) ??
    call.names?.[name];
  const told = Object.entries(values).filter(
    ([name]) =>
      name !== dataset?.key && labelOf(name) !== undefined && !(name === 'importBatch' && job !== undefined),
  );
  const shown = told
    .slice(0, toldValues)
    .map(
      ([name, value]) =>
        `${labelOf(name)?.[language] ?? name}${colon[language]}${valueText(dataset, name, value, names, language)}`,
    );
  const more = told.length - shown.length;
  if (more > 0) shown.push(language === 'zh' ? `另有 ${more} 项` : `${more} more`);
  return shown.join(parts[language]);
}

/** The rows concerned: their names in quotes, and their number where there are more. */
function rowsText({ rows = [], count = 0 }: AuditFacts, language: Language): string {
  const named = rows
    .map(row => (language === 'zh' ? `“${row.zh}”` : ` "${row.en}"`))
    .join(language === 'zh' ? '、' : ',');
  if (count <= Math.max(1, rows.length)) return named;
  if (language === 'zh') return named === '' ? ` ${count} 条` : `${named} 等 ${count} 条`;
  return named === '' ? ` (${count} rows)` : `${named} and others, ${count} rows`;
}

/** Jobs that compare the rows of a file with those that are there. */
const comparing: ReadonlySet<string> = new Set(['import', 'batchUpdate']);

/** The outcome of a job: its batch and its numbers of rows. */
function jobText(job: NonNullable<AuditFacts['job']>, language: Language): string {
  const zh = language === 'zh';
  const number = (label: { zh: string; en: string }, count: number, always = false) =>
    count > 0 || always ? [`${label[language]} ${count}`] : [];
  const counts = comparing.has(job.op)
    ? [
        ...number({ zh: '新增', en: 'added' }, job.inserted),
        ...number({ zh: '更新', en: 'updated' }, job.updated),
        ...number({ zh: '不变', en: 'unchanged' }, job.same),
        ...number({ zh: '有错', en: 'with errors' }, job.failed),
      ]
    : [
        ...number({ zh: '完成', en: 'done' }, job.success || (job.total ?? 0)),
        ...number({ zh: '未完成', en: 'left out' }, job.failed),
      ];
  const state = job.status === 'processing' ? [zh ? '进行中' : 'running'] : [];
  const none = counts.length === 0 && state.length === 0 ? [zh ? '没有变化' : 'nothing changed'] : [];
  return [
    ...(job.batch ? [zh ? `批次“${job.batch}”` : `batch "${job.batch}"`] : []),
    ...counts,
    ...state,
    ...none,
  ].join(parts[language]);
}

/** The reason for a refusal, as a sentence without the values. */
function reasonText(reason: string, language: Language): string {
  if (!Object.hasOwn(errorCatalogue, reason)) return reason;
  // Asked for right above.
  return errorCatalogue[reason as keyof typeof errorCatalogue][language].replace(/\{\w+\}/g, '…');
}

/**
 * A line of the audit log in words (domain A6): the action with its rows, its values or the outcome of its job, the
 * token used, and the reason for a refusal. Other lines are shown unchanged, for example the account of a login.
 */
export function auditSentence(content: string, facts: AuditFacts, language: Language): string {
  const found = partsOf(content);
  if (!found) {
    const [reason = '', ...rest] = content.split(' · ');
    return Object.hasOwn(errorCatalogue, reason)
      ? [reasonText(reason, language), ...rest].join(' · ')
      : content;
  }
  const call = callAt(found);
  const what = call ? `${call.label[language]}${rowsText(facts, language)}` : `${found.method} ${found.path}`;
  const values = [
    call && found.method !== 'GET' ? sentText(call, found.sent, facts, language) : '',
    facts.job ? jobText(facts.job, language) : '',
  ]
    .filter(Boolean)
    .join(parts[language]);
  return [
    found.reason && reasonText(found.reason, language),
    values ? `${what}${colon[language]}${values}` : what,
    found.token,
  ]
    .filter(Boolean)
    .join(' · ');
}
