import type { ImportPreview } from '@yikao/model/calls/import-columns.ts';
import { Checkbox, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../dialogs/dialogs.module.css';
import type { ImportController } from './use-import-controller.ts';

interface ImportHeadingProps {
  readonly preview: ImportPreview;
  readonly heading: NonNullable<ImportPreview['heading']>;
  readonly run: ImportController;
}

/**
 * Position of the heading in a file, since published tables have titles above it, merged cells in it, and sums and
 * notes below their rows: the detected position, which can be changed.
 */
export function ImportHeading({ preview, heading, run }: ImportHeadingProps) {
  const { t } = useTranslation('engine');
  const id = useId();
  const rows = heading.rows === 2 ? 2 : 1;
  const disabled = run.busy || run.source.looking;
  return (
    <div className={styles.heading}>
      <label className={styles.sheet} htmlFor={`${id}-row`}>
        {t('import.heading.row')}
        <Select
          id={`${id}-row`}
          value={heading.row}
          disabled={disabled}
          popupMatchSelectWidth={false}
          labelRender={({ value }) => t('import.heading.rowNumber', { row: value })}
          options={preview.headingRows.map(({ row, text }) => ({
            value: row,
            label: `${t('import.heading.rowNumber', { row })}　${text}`,
          }))}
          onChange={row => run.chooseHeading(row, rows)}
        />
      </label>
      <Checkbox
        checked={rows === 2}
        disabled={disabled}
        onChange={event => run.chooseHeading(heading.row, event.target.checked ? 2 : 1)}
      >
        {t('import.heading.two')}
      </Checkbox>
      <Checkbox
        checked={run.choices.skipBeside}
        disabled={run.busy}
        onChange={event => run.choose({ skipBeside: event.target.checked })}
      >
        {t('import.heading.skipBeside')}
      </Checkbox>
    </div>
  );
}
