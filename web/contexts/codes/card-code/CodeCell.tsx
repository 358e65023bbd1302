import { EyeOutlined } from '@ant-design/icons';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { WireRow } from '../../../engine/wire-row.ts';
import type { CellProps } from '../../../fields/field-view.ts';
import { Empty } from '../../../fields/parts/Empty.tsx';
import { textOf } from '../../../fields/parts/values.ts';
import { CodeText } from '../parts/CodeText.tsx';
import styles from './CodeCell.module.css';

/** A code as the list has it. */
export type Code = WireRow<(typeof registry.cardCode)['fields']>;

/** Shows a whole code; undefined for people who may not. */
export const Reveal = createContext<((code: Code) => void) | undefined>(undefined);

/** A masked code, with a button that shows the whole one to people who may export codes. */
export function CodeCell({ value, record }: CellProps) {
  const { t } = useTranslation('codes');
  const reveal = useContext(Reveal);
  const code = textOf(value);
  if (!code) return <Empty />;
  // The cell is only given rows of its dataset.
  const row = record as Code;
  const label = t('code.revealOf', { serial: row.serialNo });
  return (
    <span className={styles.cell}>
      <CodeText code={code} />
      {reveal && (
        <button
          type="button"
          className={styles.eye}
          aria-label={label}
          title={t('code.reveal')}
          onClick={event => {
            event.stopPropagation(); // a click on the row opens it
            reveal(row);
          }}
        >
          <EyeOutlined aria-hidden />
        </button>
      )}
    </span>
  );
}
