import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CellProps } from '../../../fields/field-view.ts';
import { ToneTag } from '../../../fields/parts/CodeTag.tsx';
import { NumberText } from '../../../fields/parts/NumberText.tsx';

/** The remaining stock: a word if unlimited or sold out. */
export function StockCell({ value, record }: CellProps) {
  const { t } = useTranslation('sales');
  const left = Number(value ?? -1);
  if (left === -1) return <ToneTag tone="plain" text={t('goods.unlimited')} />;
  if (left <= 0) return <ToneTag tone="lost" text={t('goods.soldOut')} />;
  const sold = Number(record.saleNum ?? 0);
  return (
    <Tooltip title={t('goods.stockBar', { sold, left })}>
      <span>
        <NumberText text={left.toLocaleString('en-US')} />
      </span>
    </Tooltip>
  );
}
