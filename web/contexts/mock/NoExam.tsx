import { registry } from '@yikao/model/contexts/datasets.ts';
import { useTranslation } from 'react-i18next';
import { may } from '../../engine/access/may.ts';
import { listAddress } from '../../engine/link/page-address.ts';
import { PageLink } from '../../engine/tab/PageLink.tsx';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';

const { mockExam } = registry;

/** Replaces the marks of an exam as long as there is no exam. `onFollow` closes the dialog around it. */
export function NoExam({ onFollow }: { readonly onFollow?: () => void }) {
  const { t } = useTranslation('mock');
  return (
    <EmptyState title={t('stat.noExam')} hint={t('stat.noExamHint')}>
      {may(mockExam, 'add') && (
        <PageLink to={listAddress(mockExam)} {...(onFollow && { onFollow })}>
          {t('stat.toExams')}
        </PageLink>
      )}
    </EmptyState>
  );
}
