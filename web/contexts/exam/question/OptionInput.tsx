import { canonicalAnswer } from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../fields/field-view.ts';
import { viewOf } from '../../../fields/index.ts';
import { textOf } from '../../../fields/parts/values.ts';
import styles from './inputs.module.css';

/** An option of a choice, with its letter: a click on it makes the option a right one. */
export function OptionInput(props: InputProps) {
  const { t } = useTranslation('exam');
  const { field, name, record, value, disabled, changeField } = props;
  const { Input } = viewOf(field);
  const letter = name.slice(-1);
  const many = Number(record.questionType) === 2;
  const right = canonicalAnswer(2, textOf(record.answer));
  const chosen = right.includes(letter);
  const choose = () => {
    const next = many ? (chosen ? right.replace(letter, '') : right + letter) : chosen ? '' : letter;
    changeField?.('answer', canonicalAnswer(2, next) || null);
  };
  return (
    <span className={styles.option}>
      <button
        type="button"
        className={styles.letter}
        data-many={many}
        aria-pressed={chosen}
        aria-label={t('answer.choose', { letter })}
        title={t('answer.choose', { letter })}
        disabled={disabled || (!chosen && textOf(value) === '')}
        onClick={choose}
      >
        {letter}
      </button>
      <Input {...props} />
    </span>
  );
}
