import { useTranslation } from 'react-i18next';
import styles from './statistics.module.css';

/** A space that keeps the height of its line. */
export const blank = '\u00a0';

interface FigureCardProps {
  readonly name: string;
  /** Undefined until loaded: nothing is shown then. */
  readonly value: string | number | undefined;
  /** Shown below the number, before the comparison. */
  readonly beside?: string | undefined;
  /** Change from yesterday, in percent or as a number; null without a comparison (domain 4.13). */
  readonly change?: number | null | undefined;
  readonly unit?: '%' | '';
  /** A line below the number comes with it, and keeps its room until then. */
  readonly below?: boolean;
}

/** A large figure, compared with yesterday if possible. */
export function FigureCard({ name, value, beside, change, unit = '', below = false }: FigureCardProps) {
  const number = typeof value === 'number' ? value.toLocaleString('en-US') : value;
  return (
    <dl className={styles.figure} style={{ margin: 0 }}>
      <dt>{name}</dt>
      <dd>
        <div className={styles.number}>{number ?? blank}</div>
        <div className={styles.beside}>
          {value === undefined && below && blank}
          {value !== undefined && (
            <>
              {beside !== undefined && <span>{beside}</span>}
              {change !== undefined && <Change value={change} unit={unit} />}
            </>
          )}
        </div>
      </dd>
    </dl>
  );
}

function Change({ value, unit }: { readonly value: number | null; readonly unit: '%' | '' }) {
  const { t } = useTranslation('stat');
  if (value === null) return <span>{t('compare.none')}</span>;
  const size = Math.abs(value);
  const text = `${unit === '%' ? size.toFixed(2) : size.toLocaleString('en-US')}${unit}`;
  if (value === 0) return <span>{t('compare.sentence', { change: t('compare.same') })}</span>;
  const up = value > 0;
  // The figure has a colour, which no text has: the sentence goes around it.
  const [before, after] = t('compare.sentence', { change: '\n' }).split('\n');
  return (
    <span>
      {before}
      <span className={up ? styles.up : styles.down}>
        <span aria-hidden>{`${up ? '▲' : '▼'} ${text}`}</span>
        <span className="unseen">{t(up ? 'compare.up' : 'compare.down', { value: text })}</span>
      </span>
      {after}
    </span>
  );
}
