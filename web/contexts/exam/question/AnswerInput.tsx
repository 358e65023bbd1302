import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { canonicalAnswer } from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { Button, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../fields/field-view.ts';
import { textOf } from '../../../fields/parts/values.ts';
import { blanksIn, blanksOf, textOfBlanks } from './blanks.ts';
import styles from './inputs.module.css';

/** The right answer of a question, given in the way of its type. */
export function AnswerInput(props: InputProps) {
  const type = Number(props.record.questionType);
  if (type === 3) return <TruthInput {...props} />;
  if (type === 4) return <BlanksInput {...props} />;
  return <ChosenLetters {...props} />;
}

/** The right options, which are chosen beside their texts. */
function ChosenLetters({ id, value, record }: InputProps) {
  const { t } = useTranslation('exam');
  const letters = [...canonicalAnswer(2, textOf(value))];
  return (
    <output id={id} className={styles.letters}>
      {letters.map(letter => (
        <b key={letter}>{letter}</b>
      ))}
      <span>{t(Number(record.questionType) === 2 ? 'answer.hintMany' : 'answer.hintOne')}</span>
    </output>
  );
}

function TruthInput({ id, value, disabled, onChange }: InputProps) {
  const { t } = useTranslation('exam');
  return (
    <Radio.Group
      id={id}
      value={canonicalAnswer(3, textOf(value))}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value)}
      options={[
        { value: 'T', label: t('answer.T') },
        { value: 'F', label: t('answer.F') },
      ]}
      optionType="button"
    />
  );
}

/** Blanks, each with the texts that are right in it. */
function BlanksInput({ id, value, record, disabled, invalid, describedBy, onChange }: InputProps) {
  const { t } = useTranslation('exam');
  const blanks = blanksOf(textOf(value));
  const asked = blanksIn(textOf(record.title));
  const change = (next: readonly (readonly string[])[]) => onChange(textOfBlanks(next) || null);
  return (
    <div className={styles.blanks}>
      {blanks.map((alternatives, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blanks have nothing but their place
        <div key={at} className={styles.blank}>
          <span aria-hidden>{at + 1}</span>
          <Select
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={['|', '｜', ';', '；']}
            {...(at === 0 && { id })}
            aria-label={t('answer.blank', { no: at + 1 })}
            aria-describedby={describedBy}
            placeholder={t('answer.alternatives')}
            value={[...alternatives]}
            disabled={disabled}
            status={invalid ? 'error' : ''}
            onChange={(next: string[]) => change(blanks.with(at, next))}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('answer.removeBlank', { no: at + 1 })}
            disabled={disabled || blanks.length === 1}
            onClick={() => change(blanks.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={disabled}
        onClick={() => change([...blanks, []])}
      >
        {t('answer.addBlank')}
      </Button>
      {asked > 0 && asked !== blanks.length && (
        <p className={styles.hint}>{t('answer.blanksDiffer', { asked, given: blanks.length })}</p>
      )}
    </div>
  );
}
