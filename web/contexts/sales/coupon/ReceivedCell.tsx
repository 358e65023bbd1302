import { Progress, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CellProps } from '../../../fields/field-view.ts';

/** The share of coupons given, as a bar; the tooltip has the number used. */
export function ReceivedCell({ value, record }: CellProps) {
  const { t } = useTranslation('sales');
  const [received, total, used] = [
    Number(value ?? 0),
    Number(record.totalNum ?? 0),
    Number(record.usedNum ?? 0),
  ];
  const text = t('coupon.receiveBar', { received, total, used });
  return (
    <Tooltip title={text}>
      <Progress
        percent={total > 0 ? Math.min(100, (received / total) * 100) : 0}
        size="small"
        status="normal"
        format={() => received.toLocaleString('en-US')}
        aria-label={text}
      />
    </Tooltip>
  );
}
