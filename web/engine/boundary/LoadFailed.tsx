import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Kept } from '../layout/use-kept.ts';
import { Trouble } from './Trouble.tsx';

/** Shown in place of data that could not be loaded and has no older version. */
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
