import { auditAction } from '@yikao/model/calls/audit.codes.ts';
import { readAuditFacts } from '@yikao/model/calls/audit-facts.ts';
import { auditSentence } from '@yikao/model/contexts/audit-sentence.ts';
import { datasetNamed, registry } from '@yikao/model/contexts/datasets.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { listAddress, type PageAddress } from '../../engine/link/page-address.ts';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import { PageLink } from '../../engine/tab/PageLink.tsx';
import type { CellProps, FieldRecord } from '../../fields/field-view.ts';
import { CutText } from '../../fields/parts/CutText.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './audit-log/Sentence.module.css';

/** The page that shows what a line is about: the row, or the rows of its batch. */
function subjectOf(line: FieldRecord): PageAddress | undefined {
  const dataset = datasetNamed(String(line.module));
  if (!dataset?.menu || Number(line.result) !== 1 || line.action === 'delete') return undefined;
  const { job } = readAuditFacts(line.facts);
  // The keys of any dataset are filters of its list; which one it is, is known only here.
  const open = listAddress as (of: typeof dataset, query: Record<string, string>) => PageAddress;
  if (job) return job.batch ? open(dataset, { importBatch: job.batch }) : undefined;
  const key = String(line.bizId ?? '');
  return /^\d+$/.test(key) ? open(dataset, { [dataset.key]: key, row: key }) : undefined;
}

/** The content of a login: the first letters of the account that was typed. */
const loginContent = /^\S{0,2}\*{3}$/;

/** The line in words, with the way to its row. */
function Content({ value, record }: CellProps) {
  const language = useLanguage();
  const { t } = useTranslation('trust');
  const to = subjectOf(record);
  const content = String(value ?? '');
  const action = codeItem(auditAction, record.action)?.label[language] ?? '';
  // A login says no more than the beginning of the account, which is beside it in full.
  const sentence = loginContent.test(content)
    ? action
    : auditSentence(content, readAuditFacts(record.facts), language);
  return (
    <span className={styles.sentence}>
      <CutText text={sentence} />
      {to && <PageLink to={to}>{t('audit.open')}</PageLink>}
    </span>
  );
}

/** The person by name, with the account. */
function Person({ value, record }: CellProps) {
  const { person } = readAuditFacts(record.facts);
  const account = String(value ?? '');
  return <CutText text={person && person !== account ? `${person} ${account}` : account} />;
}

const overrides = { cells: { content: Content, userName: Person }, widths: { content: 440 } };

/** The audit log in words; the raw call is in a tab of the line's details. */
export default function AuditLogPage() {
  const { t } = useTranslation('trust');
  const tabs = useMemo<readonly RowTab<typeof registry.auditLog>[]>(
    () => [
      {
        key: 'call',
        label: t('audit.call'),
        render: ({ content }) => <pre style={{ whiteSpace: 'pre-wrap' }}>{content}</pre>,
      },
    ],
    [t],
  );
  return <DatasetScreen dataset={registry.auditLog} overrides={overrides} drawerTabs={tabs} />;
}
