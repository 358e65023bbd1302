import type { AnyDataset, FormGroup } from '@yikao/model/kernel/dataset.ts';
import { isEmpty } from '@yikao/model/kernel/validate/validate.ts';
import { belongs } from '@yikao/model/kernel/validate/when.ts';
import { ownName } from '@yikao/model/rules/names/row-name.ts';
import { Alert, Badge, Button, Skeleton, Tabs } from 'antd';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/index.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { notice } from '../api/notice.ts';
import { Boundary } from '../boundary/Boundary.tsx';
import { useQuestions } from '../boundary/questions.ts';
import { Trouble } from '../boundary/Trouble.tsx';
import { useLeaveQuestion } from '../boundary/use-leave-question.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import { useUnsavedChanges } from '../tab/tab-context.ts';
import { usePhone } from '../use-media.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import styles from './FormDialog.module.css';
import { FormDoubt } from './FormDoubt.tsx';
import { FormField, isInForm } from './FormField.tsx';
import { FormSection } from './FormSection.tsx';
import { linesOf, pairsIn } from './form-pairs.ts';
import { UploadsLeft } from './UploadsLeft.tsx';
import { focusFirstInput, openingMs } from './use-first-input.ts';
import { type FormController, type FormTarget, useFormController } from './use-form-controller.ts';

interface FormDialogProps {
  readonly dataset: AnyDataset;
  readonly target: FormTarget;
  readonly onClose: () => void;
  /** Edits the next row of the list; undefined without one. */
  readonly onNext?: (() => void) | undefined;
  /** Content a custom screen adds before the buttons. */
  readonly extra?: (values: FieldRecord, dirty: boolean) => ReactNode;
  /** A panel beside the form. */
  readonly beside?: (values: FieldRecord) => ReactNode;
}

/**
 * Adds, copies or edits a row (spec section 2): 50 % wide, not closed by a click outside, with a confirmation before
 * saving.
 */
export function FormDialog({ dataset, target, onClose, onNext, extra, beside }: FormDialogProps) {
  const { t } = useTranslation(['engine', 'common', 'messages', 'trouble']);
  const language = useLanguage();
  const modal = useQuestions();
  const askToLeave = useLeaveQuestion();
  const phone = usePhone();
  const form = useFormController(dataset, target);
  const view = useFormView(dataset, form);
  // A file on its way is a change too.
  const unsaved = form.dirty || form.uploads > 0;
  useUnsavedChanges(unsaved);

  // A save with an unknown outcome continues after the form is left, and must not close the next form.
  const left = useRef(false);
  const close = () => {
    left.current = true;
    onClose();
  };
  const leave = () => {
    if (form.saving && !form.doubt) return;
    if (unsaved) askToLeave(t('trouble:leave.form'), close);
    else close();
  };
  const finish = async (saved: Promise<boolean>, then = close) => {
    if (!(await saved)) return;
    notice.success(t(target.mode === 'edit' ? 'messages:modified' : 'messages:added'));
    if (!left.current) then();
  };
  const submit = (then = close) => {
    if (form.saving || form.filling || (target.mode === 'edit' && !form.dirty)) return;
    const wrong = form.check();
    if (wrong.length > 0) return view.show(wrong[0] ?? '');
    const what = dataset.label[language];
    const own = ownName(dataset, form.values);
    modal.confirm({
      title:
        target.mode === 'edit'
          ? t('form.askEdit', { name: form.name, shown: form.changes })
          : own === undefined
            ? t('form.askAdd', { what })
            : t('form.askAddNamed', { what, name: own }),
      onOk: () => void finish(form.save(), then),
    });
  };

  useStartFocus(dataset, target, form, view);
  const what = dataset.label[language];
  return (
    <Dialog
      long
      className={`${styles.dialog} ${beside ? styles.sided : ''}`}
      title={t(`form.${target.mode}`, { what })}
      width={phone ? '100%' : beside ? 'min(1240px, 94vw)' : 'max(720px, 50vw)'}
      mask={{ closable: false }}
      onClose={leave}
      footer={[
        extra && form.status === 'ready' && (
          <span key="extra" className={styles.extra}>
            {extra(form.values, form.dirty)}
          </span>
        ),
        <UploadsLeft key="uploads" count={form.uploads} />,
        <Button key="cancel" disabled={form.saving && !form.doubt} onClick={leave}>
          {t('common:cancel')}
        </Button>,
        onNext && (
          <Button
            key="next"
            disabled={form.status !== 'ready' || form.saving || form.filling}
            onClick={() => (unsaved ? submit(onNext) : onNext())}
          >
            {t(form.dirty ? 'form.saveAndNext' : 'form.next')}
          </Button>
        ),
        <Button
          key="ok"
          type="primary"
          loading={form.saving || form.filling}
          disabled={form.status !== 'ready' || (target.mode === 'edit' && !form.dirty)}
          onClick={() => submit()}
        >
          {t('common:confirm')}
        </Button>,
      ]}
    >
      {form.status === 'failed' ? (
        <Trouble title={t('list.failed')}>
          <Button onClick={form.retry}>{t('list.retry')}</Button>
        </Trouble>
      ) : form.status === 'loading' ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <form
          ref={view.ref}
          onSubmit={event => event.preventDefault()}
          onKeyDown={event => submitsBy(event) && submit()}
        >
          <FormDoubt form={form} />
          {form.state?.brings && (
            <Alert
              className={styles.doubt ?? ''}
              showIcon
              type="info"
              title={t('form.brings', {
                state: form.state.label[language],
                step: form.state.brings[language],
              })}
            />
          )}
          <Boundary>
            <FormBody dataset={dataset} form={form} view={view} />
          </Boundary>
        </form>
      )}
      {beside && form.status === 'ready' && (
        <aside className={styles.beside}>
          <Boundary>{beside(form.values)}</Boundary>
        </aside>
      )}
      {form.conflict && (
        <ConflictDialog
          dataset={dataset}
          conflict={form.conflict}
          mine={form.values}
          saving={form.saving}
          onSettle={form.settle}
          onSave={mine => void finish(form.settleAndSave(mine))}
          onClose={form.dismissConflict}
        />
      )}
    </Dialog>
  );
}

type View = ReturnType<typeof useFormView>;

/** Reports whether a key submits the form, and then keeps the browser from using it. */
function submitsBy(event: KeyboardEvent): boolean {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
    event.preventDefault();
    return true;
  }
  // Enter chooses in a list or a calendar, and submits only from a single-line input (spec section 2).
  const typed = event.target instanceof HTMLInputElement && event.target.enterKeyHint === 'done';
  if (event.key !== 'Enter' || !typed || event.nativeEvent.isComposing) return false;
  // The question takes the focus, and the same key would press its button.
  event.preventDefault();
  return true;
}

/** Puts the cursor into the first input of the form, or the asked one, once the form is ready. */
function useStartFocus(dataset: AnyDataset, target: FormTarget, form: FormController, view: View): void {
  const phone = usePhone();
  // Focus the first input, since people open a form to type; on a phone the keyboard would cover half of it.
  const isReady = form.status === 'ready';
  const focusStart = useEffectEvent(() => {
    if (target.mode === 'edit' && target.at !== undefined) return view.show(target.at);
    // A copy starts at the field that must differ from the original, which is left empty.
    const apart = target.mode === 'copy' && dataset.naturalKey.findLast(name => isEmpty(form.values[name]));
    view.focusFirst(apart || undefined);
  });
  useEffect(() => {
    if (!isReady || phone) return;
    const timer = setTimeout(focusStart, openingMs);
    return () => clearTimeout(timer);
  }, [isReady, phone]);
}

/** The open tab and sections of the form. */
function useFormView(dataset: AnyDataset, form: FormController) {
  const ref = useRef<HTMLFormElement>(null);
  const id = useId();
  // A section or tab without any field of the current row is hidden.
  const shown = dataset.form.filter(({ fields }) =>
    fields.some(name => belongs(dataset.fields[name] ?? {}, form.values)),
  );
  const sections = shown.filter(group => group.as !== 'tab');
  const tabs = shown.filter(group => group.as === 'tab');
  const [tab, setTab] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<FormGroup<string>>>(
    new Set(dataset.form.filter(group => group.as === 'folded')),
  );
  const focusFirst = (name: string | undefined) => {
    const frame = ref.current;
    const field =
      name === undefined ? null : frame?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
    focusFirstInput(frame, field ?? frame);
  };
  const wrongIn = (groups: readonly FormGroup<string>[]) =>
    groups.some(group => group.fields.some(name => form.errorOf(name) !== undefined));
  return {
    ref,
    focusFirst,
    sections,
    tabs,
    tab,
    setTab,
    wrongIn,
    idOf: (name: string) => `${id}-${name}`,
    isOpen: (group: FormGroup<string>) => !closed.has(group),
    toggle: (group: FormGroup<string>) =>
      setClosed(old => {
        const next = new Set(old);
        if (!next.delete(group)) next.add(group);
        return next;
      }),
    /** Brings a field into sight: its tab, its section, the cursor in its input. */
    show(name: string) {
      const group = dataset.form.find(({ fields }) => fields.includes(name));
      if (group) {
        setTab(group.as === 'tab' ? group.label.zh : '');
        setClosed(old => new Set([...old].filter(other => other !== group)));
      }
      requestAnimationFrame(() => {
        const field = ref.current?.querySelector(`[data-field="${CSS.escape(name)}"]`);
        field?.scrollIntoView({ block: 'center' });
        field?.querySelector<HTMLElement>('input, textarea, button, [contenteditable]')?.focus();
      });
    },
  };
}

interface FormBodyProps {
  readonly dataset: AnyDataset;
  readonly form: FormController;
  readonly view: View;
}

function FormBody({ dataset, form, view }: FormBodyProps) {
  const { t } = useTranslation(['engine', 'common', 'messages']);
  const language = useLanguage();
  const fields = (group: FormGroup<string>, alone: boolean) => {
    const names = group.fields.filter(name => isInForm(dataset, form, name));
    const lines = linesOf(names, pairsIn(dataset, names), name => isWide(dataset, name));
    return lines.flatMap(line =>
      line.map((name, at) => (
        <FormField
          key={name}
          {...{ dataset, form, name, alone }}
          id={view.idOf(name)}
          startsLine={at === 0}
        />
      )),
    );
  };
  const main = view.sections.map(group => (
    <FormSection
      key={group.label.zh}
      title={view.sections.length > 1 ? group.label[language] : undefined}
      open={view.isOpen(group)}
      onToggle={() => view.toggle(group)}
    >
      {fields(group, false)}
    </FormSection>
  ));
  if (view.tabs.length === 0) return <>{main}</>;
  const title = (text: string, groups: readonly FormGroup<string>[]) =>
    view.wrongIn(groups) ? (
      <Badge dot offset={[4, 0]} title={t('form.tabWrong')}>
        {text}
      </Badge>
    ) : (
      text
    );
  return (
    <Tabs
      activeKey={view.tab}
      onChange={view.setTab}
      items={[
        {
          key: '',
          label: title(
            view.sections.length === 1 ? (view.sections[0]?.label[language] ?? '') : t('form.main'),
            view.sections,
          ),
          children: main,
        },
        ...view.tabs.map(group => ({
          key: group.label.zh,
          label: title(group.label[language], [group]),
          children: fields(group, group.fields.length === 1 && isWide(dataset, group.fields[0] ?? '')),
        })),
      ]}
    />
  );
}

function isWide(dataset: AnyDataset, name: string): boolean {
  const field = dataset.fields[name];
  return field !== undefined && viewOf(field).wide?.(field) === true;
}
