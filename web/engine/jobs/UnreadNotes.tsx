import type { FloatingPictures, SheetFinding, UnreadCells } from '@yikao/model/calls/import-columns.ts';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';

interface UnreadNotesProps {
  readonly filled: SheetFinding['filled'];
  readonly unread: UnreadCells | undefined;
  readonly floating: FloatingPictures | undefined;
}

/** Cells that a spreadsheet displays differently from their stored value, shown before and after the import. */
export function UnreadNotes({ filled, unread, floating }: UnreadNotesProps) {
  const { t } = useTranslation('engine');
  const { noResult = 0, pictures = 0, cells = [] } = unread ?? {};
  const comma = t('import.comma');
  const more = noResult + pictures > cells.length ? '…' : '';
  const named = `${cells.join(comma)}${more}`;
  const ranges = filled.reduce((sum, column) => sum + column.ranges, 0);
  return (
    <>
      {noResult > 0 && (
        <Alert type="warning" showIcon title={t('import.noResult', { count: noResult, cells: named })} />
      )}
      {pictures > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('import.picturesInCells', { count: pictures, cells: named })}
        />
      )}
      {floating && floating.count > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('import.floatingPictures', {
            count: floating.count,
            cells: `${floating.cells.join(comma)}${floating.count > floating.cells.length ? '…' : ''}`,
          })}
        />
      )}
      {ranges > 0 && (
        <Alert
          type="info"
          showIcon
          title={t('import.filled', {
            count: ranges,
            columns: filled.map(({ column }) => column).join(comma),
          })}
        />
      )}
    </>
  );
}
