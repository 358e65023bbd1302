import { registry } from '@yikao/model/contexts/datasets.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { RowPicker } from '../../../fields/pick/RowPicker.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';

const { onlineExam, examSubject, question } = registry;

/** An exam and one of its subjects. */
export interface Place {
  readonly examId: number | undefined;
  readonly subjectId: number | undefined;
}

/** The exam and subject that the filters of a list name, if they name one each. */
export function placeOfFilters(filters: Readonly<Record<string, readonly string[]>>): Place {
  const only = (name: string) => {
    const [value, ...others] = filters[name] ?? [];
    return others.length === 0 && Number(value) > 0 ? Number(value) : undefined;
  };
  return { examId: only('examId'), subjectId: only('subjectId') };
}

interface ExamSubjectPickerProps {
  readonly place: Place;
  readonly onChange: (place: Place) => void;
}

/** Chooses an exam and a subject of it: two labels with their inputs, for a grid around. */
export function ExamSubjectPicker({ place, onChange }: ExamSubjectPickerProps) {
  const { t } = useTranslation('exam');
  const language = useLanguage();
  const id = useId();
  return (
    <>
      <label htmlFor={`${id}-exam`}>{question.fields.examId.label[language]}</label>
      <RowPicker
        id={`${id}-exam`}
        dataset={onlineExam}
        multiple={false}
        values={place.examId === undefined ? [] : [place.examId]}
        names={new Map()}
        where={{}}
        placeholder={t('pick.exam')}
        disabled={false}
        required
        onChange={([examId]) => onChange({ examId, subjectId: undefined })}
      />
      <label htmlFor={`${id}-subject`}>{question.fields.subjectId.label[language]}</label>
      <RowPicker
        id={`${id}-subject`}
        dataset={examSubject}
        multiple={false}
        values={place.subjectId === undefined ? [] : [place.subjectId]}
        names={new Map()}
        where={place.examId === undefined ? {} : { examId: place.examId }}
        placeholder={t('pick.subject')}
        disabled={place.examId === undefined}
        required
        onChange={([subjectId]) => onChange({ ...place, subjectId })}
      />
    </>
  );
}
