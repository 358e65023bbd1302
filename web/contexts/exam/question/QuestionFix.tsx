import { registry } from '@yikao/model/contexts/datasets.ts';
import { questionType } from '@yikao/model/contexts/exam/exam.codes.ts';
import { asType } from '@yikao/model/contexts/exam/rules/paper/corrections.ts';
import type { PaperRow } from '@yikao/model/contexts/exam/rules/paper/paper.types.ts';
import {
  canonicalAnswer,
  isMarkedByRule,
  optionLetters,
} from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { Button, Input, InputNumber, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './TextImportDialog.module.css';

const { fields } = registry.question;

interface QuestionFixProps {
  readonly row: PaperRow;
  readonly onCancel: () => void;
  readonly onSave: (row: PaperRow) => void;
}

/** Puts right what was read of a question: type, stem, options, key, marks, explanation. */
export function QuestionFix({ row: first, onCancel, onSave }: QuestionFixProps) {
  const { t } = useTranslation(['exam', 'common']);
  const language = useLanguage();
  const id = useId();
  const [row, setRow] = useState(first);
  const isChoice =
    row.questionType === questionType.is.single || row.questionType === questionType.is.multiple;
  const put = (values: Partial<PaperRow>) => setRow({ ...row, ...values });
  const save = () => {
    const answer = row.answer?.trim() ? canonicalAnswer(row.questionType, row.answer) : null;
    onSave({ ...row, title: row.title.trim(), answer: isMarkedByRule(row.questionType) ? answer : null });
  };
  const named = (name: keyof typeof fields & string) => ({
    label: <label htmlFor={`${id}-${name}`}>{fields[name].label[language]}</label>,
    id: `${id}-${name}`,
  });
  const area = (name: 'title' | 'analysis') => {
    const { label, id: own } = named(name);
    return (
      <>
        {label}
        <Input.TextArea
          id={own}
          autoSize={{ minRows: 1, maxRows: 10 }}
          value={row[name] ?? ''}
          onChange={({ target }) =>
            put(name === 'title' ? { title: target.value } : { analysis: target.value || null })
          }
        />
      </>
    );
  };
  return (
    <div className={styles.fix}>
      {named('questionType').label}
      <Select
        id={`${id}-questionType`}
        value={row.questionType}
        options={questionType.items.map(({ code, label }) => ({ value: code, label: label[language] }))}
        onChange={type => setRow(asType(row, type))}
      />
      {area('title')}
      {isChoice &&
        optionLetters.map(letter => {
          const name = `option${letter}` as const;
          const { label, id: own } = named(name);
          return [
            <span key={`${letter}-label`}>{label}</span>,
            <Input
              key={letter}
              id={own}
              value={row[name] ?? ''}
              onChange={({ target }) => put({ [name]: target.value || null })}
            />,
          ];
        })}
      {isMarkedByRule(row.questionType) && (
        <>
          {named('answer').label}
          <Input
            id={`${id}-answer`}
            value={row.answer ?? ''}
            placeholder={fields.answer.help?.[language] ?? ''}
            onChange={({ target }) => put({ answer: target.value || null })}
          />
        </>
      )}
      {named('score').label}
      <InputNumber
        id={`${id}-score`}
        min={0.01}
        max={9999}
        precision={2}
        value={row.score === null ? null : Number(row.score)}
        onChange={score => put({ score: score === null ? null : String(score) })}
      />
      {area('analysis')}
      <div className={styles.fixActs}>
        <Button size="small" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button size="small" type="primary" onClick={save}>
          {t('text.act.apply')}
        </Button>
      </div>
    </div>
  );
}
