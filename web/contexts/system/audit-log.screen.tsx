import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import type { CellProps } from '../../fields/field-view.ts';
import { CutText } from '../../fields/parts/CutText.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { worded } from './audit-log/worded.ts';

function Content({ value }: CellProps) {
  const language = useLanguage();
  return <CutText text={worded(String(value ?? ''), language)} />;
}

const overrides = { cells: { content: Content } };

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
