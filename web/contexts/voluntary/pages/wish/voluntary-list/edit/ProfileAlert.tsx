import type { ListSheet } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useProfileText } from '../../../../profile-text.ts';

/** Names the scores and ranks of a list that the candidate's profile has otherwise by now; nothing if there are none. */
export function ProfileAlert({ of }: { readonly of: ListSheet['profile'] }) {
  const { t } = useTranslation('voluntary');
  const text = useProfileText(of);
  return text === '' ? null : (
    <Alert type="warning" showIcon title={t('profile.title')} description={`${text}${t('profile.hint')}`} />
  );
}
