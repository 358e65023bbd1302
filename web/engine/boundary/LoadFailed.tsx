import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Kept } from '../hooks/use-kept.ts';
import { Trouble } from './Trouble.tsx';

/** Stands in the place of what could not be read and of which there is nothing older to show. */
export function LoadFailed({ of }: { readonly of: Pick<Kept<unknown>, 'error' | 'forbidden' | 'retry'> }) {
  const { t } = useTranslation(['engine', 'trouble']);
  return (
    <Trouble
      title={of.forbidden ? t('trouble:forbidden.title') : t('list.failed')}
      text={of.forbidden ? t('trouble:forbidden.text') : of.error?.message}
    >
      <Button onClick={of.retry}>{t('list.retry')}</Button>
    </Trouble>
  );
}
