import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { textOf } from '../../../fields/parts/values.ts';

/** Says what a publishing time means: public at once because it has passed, or by itself later. Nothing without one. */
export function PublishNote({ time }: { readonly time: unknown }) {
  const { t } = useTranslation('article');
  const text = textOf(time);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return null;
  const past = text <= shanghaiTime(new Date());
  return (
    <Alert
      type={past ? 'warning' : 'info'}
      showIcon
      title={t(past ? 'past' : 'future', { time: text.slice(0, 16) })}
    />
  );
}
