import { FileTextOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { examCalls } from '@yikao/model/contexts/exam/exam.calls.ts';
import { isMarkedByRule } from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { unlessRefused } from '../../engine/api/unless-refused.ts';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import { useQuestions } from '../../engine/boundary/questions.ts';
import { refreshRows } from '../../engine/calls/refresh-rows.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import { type Place, placeOfFilters } from './parts/ExamSubjectPicker.tsx';
import { AnswerInput } from './question/AnswerInput.tsx';
import { OptionInput } from './question/OptionInput.tsx';
import { QuestionPreview } from './question/QuestionPreview.tsx';
import { TitleCell } from './question/TitleCell.tsx';

const { question, examAnswer } = registry;

const TextImportDialog = lazyDialog(() => import('./question/TextImportDialog.tsx'), 'TextImportDialog');

const options = {
  ...{ optionA: OptionInput, optionB: OptionInput, optionC: OptionInput },
  ...{ optionD: OptionInput, optionE: OptionInput, optionF: OptionInput },
};
const overrides = {
  cells: { title: TitleCell },
  inputs: { ...options, answer: AnswerInput },
  ownHelp: { answer: true } as const,
};

/** The bank of questions (domain I4, 10): an editor by type with a preview beside it, and import from a text. */
export default function QuestionPage() {
  const { t } = useTranslation('exam');
  const modal = useQuestions();
  const [pasting, setPasting] = useState<Place>();
  const tabs = useMemo<RowTab<typeof question>[]>(
    () => [{ key: 'preview', label: t('question.tab'), render: row => <QuestionPreview values={row} /> }],
    [t],
  );
  const actions = useMemo<RowAction<typeof question>[]>(
    () => [
      {
        key: 'remark',
        may: examCalls.remark.may,
        label: t('remark.action'),
        fits: ({ questionType }) => isMarkedByRule(Number(questionType)),
        act: ({ questionId }) =>
          void modal.confirm({
            title: t('remark.ask'),
            content: t('remark.hint'),
            onOk: async () => {
              await unlessRefused(async () => {
                const { changed } = await send(examCalls.remark, { body: { questionId } });
                notice.success(t('remark.done', { count: changed }));
                void refreshRows(examAnswer);
              });
            },
          }),
      },
    ],
    [t, modal],
  );
  return (
    <>
      <DatasetScreen
        dataset={question}
        overrides={overrides}
        rowActions={actions}
        drawerTabs={tabs}
        formBeside={values => <QuestionPreview values={values} />}
        extra={list => [
          {
            key: 'text',
            may: examCalls.addPaper.may,
            label: t('text.button'),
            icon: <FileTextOutlined aria-hidden />,
            act: () => setPasting(placeOfFilters(list.filters)),
          },
        ]}
      />
      {pasting && <TextImportDialog place={pasting} onClose={() => setPasting(undefined)} />}
    </>
  );
}
