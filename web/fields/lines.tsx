import { linesText } from '@yikao/model/fields/lines.ts';
import type { LinesField } from '@yikao/model/kernel/field.ts';
import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { useLanguage } from '../i18n/i18n.ts';
import { lazyCode } from '../loading/lazy-code.ts';
import type { CellProps, FieldView } from './field-view.ts';
import { CutText } from './parts/CutText.tsx';
import { Empty } from './parts/Empty.tsx';
import { linesOf } from './parts/values.ts';

// Loaded with the first form or drawer that has a table.
const LinesInput = lazyCode(() => import('./lines/LinesInput.tsx'), 'LinesInput');
const LinesTable = lazyCode(() => import('./lines/LinesTable.tsx'), 'LinesTable');

function LinesText({ field, value }: Pick<CellProps<LinesField>, 'field' | 'value'>) {
  const language = useLanguage();
  // Shown in the same words as in an export.
  const text = linesText(field, linesOf(value), language);
  return <CutText text={text.replaceAll('\n', ' / ')} />;
}

/** A small table inside a row: as text in small spaces, as a table in the drawer, with an editor in forms. */
export const lines: FieldView<LinesField> = {
  Cell: LinesText,
  Detail: ({ field, value }) =>
    linesOf(value).length === 0 ? (
      <Empty />
    ) : (
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 2 }} />}>
        <LinesTable field={field} lines={linesOf(value)} />
      </Suspense>
    ),
  Input: props => (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 3 }} />}>
      <LinesInput {...props} />
    </Suspense>
  ),
  columnWidth: () => 220,
  align: 'left',
  sortable: false,
  wide: () => true,
};
