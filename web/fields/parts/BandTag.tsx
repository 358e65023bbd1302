import { probBand } from '@yikao/model/contexts/admission/probability.codes.ts';
import type { Band } from '@yikao/model/rules/probability.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './BandTag.module.css';

/** A band of probabilities in its colour, with its character for people who cannot distinguish colours. */
export function BandTag({ band }: { readonly band: Band }) {
  const language = useLanguage();
  const item = probBand.items.find(({ code }) => code === band);
  return (
    <span className={styles.band} data-tone={item?.tone}>
      {item?.label[language] ?? band}
    </span>
  );
}
