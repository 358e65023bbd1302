import { registry } from '@yikao/model/contexts/datasets.ts';
import type { ListSheet } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';

/** The scores and ranks that a list holds otherwise than the candidate's profile, in a sentence; empty without any. */
export function useProfileText(of: ListSheet['profile']): string {
  const { t } = useTranslation('voluntary');
  const language = useLanguage();
  return of
    .map(({ field, list, candidate }) =>
      t(list === null ? 'profile.added' : 'profile.differs', {
        name: registry.voluntaryList.fields[field].label[language],
        list,
        candidate,
      }),
    )
    .join('');
}
