import type { CodeSet } from '@yikao/model/kernel/codes.ts';
import { codeItem, type Tone } from '@yikao/model/kernel/codes.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { Empty } from './Empty.tsx';
import styles from './fields.module.css';
import { isBlank, textOf } from './values.ts';

/** A small tag in the colour of its meaning. */
export function ToneTag({ tone, text }: { readonly tone: Tone; readonly text: string }) {
  return (
    <span className={styles.tag} data-tone={tone} title={text}>
      {text}
    </span>
  );
}

/** The label of a code in the colour of its meaning; an unknown code is shown unchanged. */
export function CodeTag({ of, value }: { readonly of: CodeSet; readonly value: unknown }) {
  const language = useLanguage();
  if (isBlank(value)) return <Empty />;
  const item = codeItem(of, value);
  return <ToneTag tone={item?.tone ?? 'plain'} text={item?.label[language] ?? textOf(value)} />;
}
