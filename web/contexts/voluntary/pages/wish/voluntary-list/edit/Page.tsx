import { ArrowLeftOutlined, PrinterOutlined, SaveOutlined, UndoOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { type ListSheet, voluntaryCalls } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { listStatus } from '@yikao/model/contexts/voluntary/voluntary.codes.ts';
import { Alert, Button, Segmented, Skeleton, Tooltip } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { may } from '../../../../../../engine/access/may.ts';
import { notice } from '../../../../../../engine/api/notice.ts';
import { send } from '../../../../../../engine/api/send.ts';
import { LoadFailed } from '../../../../../../engine/boundary/LoadFailed.tsx';
import { useLeaveQuestion } from '../../../../../../engine/boundary/use-leave-question.ts';
import { FieldServicesProvider } from '../../../../../../engine/field-services.tsx';
import { useKept } from '../../../../../../engine/layout/use-kept.ts';
import {
  listAddress,
  openPage,
  pageAddress,
  usePageQuery,
} from '../../../../../../engine/link/page-address.ts';
import { ActionButtons } from '../../../../../../engine/row/ActionButtons.tsx';
import { useRow } from '../../../../../../engine/row/use-row.ts';
import { StepDialog } from '../../../../../../engine/steps/StepDialog.tsx';
import type { StepTarget } from '../../../../../../engine/steps/use-step-call.ts';
import { fits, useSteps } from '../../../../../../engine/steps/use-steps.ts';
import { PageLink } from '../../../../../../engine/tab/PageLink.tsx';
import { useUnsavedChanges } from '../../../../../../engine/tab/tab-context.ts';
import { useMedia } from '../../../../../../engine/use-media.ts';
import { CodeTag } from '../../../../../../fields/parts/CodeTag.tsx';
import { EmptyState } from '../../../../../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../../../../../i18n/i18n.ts';
import { CandidateCard } from './CandidateCard.tsx';
import { ChoicePane } from './ChoicePane.tsx';
import { CompareButton } from './CompareButton.tsx';
import { choiceFrom, standingIn, withChoice, withMajor } from './choices.ts';
import { GenerateButton } from './GenerateButton.tsx';
import styles from './Page.module.css';
import { ProfileAlert } from './ProfileAlert.tsx';
import { ProgrammePane } from './ProgrammePane.tsx';
import { useListEditor } from './use-list-editor.ts';

const { voluntaryList } = registry;

/** Fills in a voluntary list: `/wish/voluntaryList/edit?listId=4` (domain 10). */
export default function VoluntaryListEditPage() {
  const { t } = useTranslation('voluntary');
  const query = usePageQuery('/wish/voluntaryList/edit');
  const [, setQuery] = useSearchParams();
  const ask = useLeaveQuestion();
  const wanted = Number(query.get('listId') ?? 0);
  const [listId, setListId] = useState(wanted);
  const [dirty, setDirty] = useState(false);
  // Opening another list in this tab waits until unsaved changes are resolved.
  useEffect(() => {
    if (wanted === listId) return;
    if (!dirty) return setListId(wanted);
    setQuery({ listId: String(listId) }, { replace: true });
    ask(t('unsaved'), () => {
      setListId(wanted);
      setQuery({ listId: String(wanted) }, { replace: true });
    });
  }, [wanted, listId, dirty, ask, setQuery, t]);
  if (!Number.isSafeInteger(listId) || listId <= 0) {
    return (
      <EmptyState title={t('which')}>
        {may(voluntaryList, 'list') && <PageLink to={listAddress(voluntaryList)}>{t('toLists')}</PageLink>}
      </EmptyState>
    );
  }
  return (
    <FieldServicesProvider>
      <Loaded key={listId} listId={listId} onDirty={setDirty} />
    </FieldServicesProvider>
  );
}

interface LoadedProps {
  readonly listId: number;
  readonly onDirty: (dirty: boolean) => void;
}

function Loaded({ listId, onDirty }: LoadedProps) {
  const sheet = useKept({
    queryKey: ['row', voluntaryList.name, 'sheet', listId],
    queryFn: ({ signal }) => send(voluntaryCalls.sheet, { query: { listId }, signal, toast: false }),
  });
  if (sheet.error && !sheet.data) return <LoadFailed of={sheet} />;
  if (!sheet.data) return <Skeleton className={styles.page ?? ''} active paragraph={{ rows: 12 }} />;
  return <Editor listId={listId} first={sheet.data} onDirty={onDirty} />;
}

function Editor({ listId, first, onDirty }: LoadedProps & { readonly first: ListSheet }) {
  const { t } = useTranslation('voluntary');
  const language = useLanguage();
  const editor = useListEditor(listId, first);
  const { sheet, items, dirty, busy } = editor;
  const { rules } = sheet;
  const { row } = useRow(voluntaryList, listId);
  const { machine, steps } = useSteps(voluntaryList);
  const [step, setStep] = useState<StepTarget>();
  const narrow = useMedia('(max-width: 991px)');
  const [side, setSide] = useState<'choices' | 'programmes'>('choices');
  const editable = sheet.listStatus === listStatus.is.draft && may(voluntaryList, 'update');
  useUnsavedChanges(dirty);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const standing = standingIn(items, rules.majors);
  const save = async () => {
    if (await editor.save()) notice.success(t('saved'));
  };
  const generate = async (ratio: string) => {
    const count = await editor.generate(ratio);
    if (count !== undefined) notice.success(t('generated', { count }));
  };
  useEffect(() => {
    if (!editable) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (dirty && !busy) void save();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  const showsProgrammes = !narrow || side === 'programmes';
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageLink to={listAddress(voluntaryList)} className={styles.back} aria-label={t('toLists')}>
          <ArrowLeftOutlined aria-hidden />
        </PageLink>
        <h1>{String(row?.listNo ?? '')}</h1>
        <CodeTag of={listStatus} value={sheet.listStatus} />
        <div className={styles.actions}>
          {editable && (
            <>
              <GenerateButton
                rules={rules}
                standing={items.length}
                busy={busy}
                onGenerate={ratio => void generate(ratio)}
              />
              <Button
                icon={<UndoOutlined aria-hidden />}
                disabled={editor.undoes === 0}
                onClick={editor.undo}
              >
                {t('undo')}
              </Button>
              <Button
                type="primary"
                icon={<SaveOutlined aria-hidden />}
                disabled={!dirty}
                loading={busy}
                onClick={() => void save()}
              >
                {t('save')}
              </Button>
            </>
          )}
          {row && <CompareButton row={row} items={items} majors={rules.majors} />}
          <Tooltip title={dirty ? t('saveFirst') : undefined}>
            <Button
              icon={<PrinterOutlined aria-hidden />}
              disabled={dirty}
              onClick={() => openPage(pageAddress('/printVoluntary', { listId }))}
            >
              {t('print')}
            </Button>
          </Tooltip>
          {row && (
            <ActionButtons
              fittingOnly
              row={{ ...row, listStatus: sheet.listStatus }}
              held={dirty ? t('saveFirst') : undefined}
              actions={steps.map(one => ({
                key: one.name,
                label: one.label[language],
                danger: one.danger,
                fits: of => fits(machine, one, of),
                act: of => setStep({ step: one, row: of }),
              }))}
            />
          )}
        </div>
      </header>
      {row && <CandidateCard row={row} rules={rules} />}
      <ProfileAlert of={sheet.profile} />
      {editor.overtaken && <Alert type="warning" showIcon closable title={t('overtaken')} />}
      {editor.problem !== undefined && <Alert type="error" showIcon title={editor.problem} />}
      {narrow && editable && (
        <Segmented
          block
          value={side}
          onChange={setSide}
          options={(['choices', 'programmes'] as const).map(name => ({ value: name, label: t(name) }))}
        />
      )}
      <div className={styles.panes} data-single={!editable || narrow || undefined}>
        {editable && showsProgrammes && (
          <ProgrammePane
            listId={listId}
            version={sheet.version}
            editable={editable}
            standing={standing}
            onAdd={one =>
              editor.change(
                standing(one) === 'joins'
                  ? withMajor(items, one, rules.majors)
                  : withChoice(items, choiceFrom(one, rules.adjustable), rules.archiveRule),
              )
            }
          />
        )}
        {(!narrow || !editable || side === 'choices') && (
          <ChoicePane items={items} rules={rules} editable={editable} onChange={editor.change} />
        )}
      </div>
      {step && machine && (
        <StepDialog
          dataset={voluntaryList}
          machine={machine}
          target={step}
          rows={row ? [row] : []}
          onClose={() => setStep(undefined)}
        />
      )}
    </div>
  );
}
