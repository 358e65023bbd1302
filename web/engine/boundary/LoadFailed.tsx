import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Kept } from '../hooks/use-kept.ts';

/** Stands in the place of what could not be read and of which there is nothing older to show. */
export function LoadFailed({ of }: { readonly of: Pick<Kept<unknown>, 'error' | 'forbidden' | 'retry'> }) {
  const { t } = useTranslation(['engine', 'trouble']);
  return (
    <Result
      status="warning"
      title={of.forbidden ? t('trouble:forbidden.title') : t('list.failed')}
      subTitle={of.forbidden ? t('trouble:forbidden.text') : of.error?.message}
      extra={<Button onClick={of.retry}>{t('list.retry')}</Button>}
    />
  );
}
