import { UploadOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { reachCalls, type TextPreview } from '@yikao/model/contexts/reach/reach.calls.ts';
import { templateAudit, templateSwitch } from '@yikao/model/contexts/reach/reach.codes.ts';
import { variablesOf } from '@yikao/model/contexts/reach/rules/template-text.ts';
import { shanghaiInstant } from '@yikao/model/rules/data-year.ts';
import { Alert, Button, Flex, Input, Select, Upload } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../engine/access/may.ts';
import { ApiError } from '../../engine/api/api-error.ts';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { listRows } from '../../engine/calls/dataset-calls.ts';
import { uploadWorkbook } from '../../engine/calls/job-calls.ts';
import { refreshRows } from '../../engine/calls/refresh-rows.ts';
import { Dialog } from '../../engine/dialogs/Dialog.tsx';
import { useKept } from '../../engine/layout/use-kept.ts';
import { listAddress } from '../../engine/link/page-address.ts';
import { PageLink } from '../../engine/tab/PageLink.tsx';
import type { WireRow } from '../../engine/wire-row.ts';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import styles from './reach.module.css';

const { smsTemplate, smsRecord, leadFollow } = registry;

/** The receivers: leads, numbers that are typed, or those of a file. */
export type TextTo = { readonly leadIds: readonly number[] } | 'numbers' | 'file';

interface TextDialogProps {
  readonly to: TextTo;
  readonly onClose: () => void;
}

/** The variable that is filled with the name of a lead. */
const ofLead = 'name';

/** The state of a text that is being written, and its sending. */
function useText({ to, onClose }: TextDialogProps) {
  const { t } = useTranslation('reach');
  const query = {
    auditStatus: templateAudit.is.approved,
    status: templateSwitch.is.on,
    current: 1,
    size: 200,
  };
  const templates = useKept({
    queryKey: ['rows', smsTemplate.name, query],
    queryFn: ({ signal }) => listRows(smsTemplate, query, signal),
  });
  // The server presents a row by the same declaration.
  const rows = (templates.data?.records ?? []) as readonly unknown[] as readonly WireRow<
    typeof smsTemplate.fields
  >[];
  const [templateId, setTemplateId] = useState<number>();
  const [numbers, setNumbers] = useState('');
  const [file, setFile] = useState<File>();
  const [vars, setVars] = useState<Readonly<Record<string, string>>>({});
  const [seen, setSeen] = useState<TextPreview>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const content = rows.find(row => row.templateId === templateId)?.content ?? '';
  const names = variablesOf(content);
  const given = Object.fromEntries(
    names.flatMap(name => (vars[name]?.trim() ? [[name, vars[name].trim()] as const] : [])),
  );
  const mobiles = numbers.split(/[\s,，;；]+/).filter(Boolean);

  /** Runs a call; a refusal is shown in the dialog. */
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.fieldErrors.map(({ message }) => message).join('；') || error.message);
    } finally {
      setBusy(false);
    }
  };
  const refresh = () => refreshRows(smsRecord, leadFollow);
  const body = (id: number) => ({
    templateId: id,
    vars: given,
    ...(typeof to === 'object' ? { leadIds: [...to.leadIds] } : { mobiles }),
  });

  const submit = () => {
    if (templateId === undefined) return setProblem(t('text.templateMissing'));
    if (to === 'numbers' && mobiles.length === 0) return setProblem(t('text.numbersMissing'));
    if (to === 'file') {
      if (!file) return setProblem(t('text.fileMissing'));
      return void attempt(async () => {
        const filePath = await uploadWorkbook(file, () => {}, new AbortController().signal);
        const importBatch = file.name.slice(0, 64);
        await send(reachCalls.sendFile, {
          body: { filePath, originName: file.name, importBatch, templateId, vars: given },
          toast: false,
        });
        notice.success(t('text.started'));
        onClose();
      });
    }
    return void attempt(async () => {
      if (!seen) {
        setSeen(await send(reachCalls.preview, { body: body(templateId), toast: false }));
        return;
      }
      const sent = await send(reachCalls.send, { body: body(templateId), toast: false });
      notice.success(t('text.sent', { count: sent.count }));
      await refresh();
      onClose();
    });
  };
  /** A change makes the price that was shown untrue. */
  const changed = (change: () => void) => {
    change();
    setSeen(undefined);
    setProblem(undefined);
  };
  return {
    ...{ templates, rows, templateId, content, numbers, file, vars, names, seen, problem, busy, submit },
    choose: (id: number) => changed(() => setTemplateId(id)),
    type: (text: string) => changed(() => setNumbers(text)),
    take: (chosen: File) => changed(() => setFile(chosen)),
    fill: (name: string, value: string) => changed(() => setVars(old => ({ ...old, [name]: value }))),
  };
}

/** Sends a text: the template and its variables, then what it costs and who gets it, then the sending itself. */
export function TextDialog({ to, onClose }: TextDialogProps) {
  const { t } = useTranslation(['reach', 'engine']);
  const text = useText({ to, onClose });
  const { seen } = text;
  const id = useId();
  const stuck = seen !== undefined && (seen.missing.length > 0 || seen.count === 0);
  return (
    <Dialog
      title={
        typeof to === 'object'
          ? t('text.titleLeads', { count: to.leadIds.length })
          : t(to === 'file' ? 'text.titleFile' : 'text.title')
      }
      width={560}
      okText={t(to === 'file' || seen ? 'text.send' : 'text.check')}
      cancelText={t('engine:steps.back')}
      okButtonProps={{ disabled: stuck }}
      busy={text.busy}
      onOk={text.submit}
      onClose={onClose}
    >
      {text.templates.data && text.rows.length === 0 ? (
        <EmptyState size="small" title={t('text.noTemplate')} hint={t('text.noTemplateHint')}>
          {may(smsTemplate, 'add') && (
            <PageLink to={listAddress(smsTemplate)} onFollow={onClose}>
              {t('text.toTemplates')}
            </PageLink>
          )}
        </EmptyState>
      ) : (
        <div className={styles.fields}>
          {text.problem !== undefined && <Alert type="error" showIcon title={text.problem} />}
          <Flex vertical gap={4}>
            <label htmlFor={`${id}-template`}>{t('text.template')}</label>
            <Select
              id={`${id}-template`}
              loading={text.templates.loading}
              placeholder={t('text.templateMissing')}
              value={text.templateId ?? null}
              onChange={value => value !== null && text.choose(value)}
              options={text.rows.map(row => ({ value: row.templateId, label: row.templateName }))}
            />
            {text.content !== '' && !seen && <p className={styles.sample}>{text.content}</p>}
          </Flex>
          {to === 'numbers' && (
            <Flex vertical gap={4}>
              <label htmlFor={`${id}-numbers`}>{t('text.numbers')}</label>
              <Input.TextArea
                id={`${id}-numbers`}
                rows={3}
                value={text.numbers}
                onChange={event => text.type(event.target.value)}
              />
            </Flex>
          )}
          {to === 'file' && (
            <Flex vertical gap={4}>
              <Upload
                accept=".xlsx,.xls,.csv"
                maxCount={1}
                fileList={[]}
                beforeUpload={chosen => {
                  text.take(chosen);
                  return false;
                }}
              >
                <Button icon={<UploadOutlined aria-hidden />}>
                  {text.file?.name ?? t('text.fileChoose')}
                </Button>
              </Upload>
              <p className={styles.hint}>{t('text.fileHint')}</p>
            </Flex>
          )}
          {text.names.length > 0 && (
            <div className={styles.vars}>
              {text.names.map(name => (
                <Flex key={name} vertical gap={4}>
                  <label htmlFor={`${id}-${name}`}>{t('text.vars', { name })}</label>
                  <Input
                    id={`${id}-${name}`}
                    maxLength={128}
                    value={text.vars[name] ?? ''}
                    placeholder={
                      to === 'file'
                        ? t('text.autoFile')
                        : typeof to === 'object' && name === ofLead
                          ? t('text.auto')
                          : ''
                    }
                    onChange={event => text.fill(name, event.target.value)}
                  />
                </Flex>
              ))}
            </div>
          )}
          {seen && <Bill of={seen} />}
        </div>
      )}
    </Dialog>
  );
}

/** Milliseconds after which a text counts as sent later. */
const patienceMs = 900_000;

/** The price, the text, and who gets none. */
function Bill({ of }: { readonly of: TextPreview }) {
  const { t } = useTranslation('reach');
  // A clock that differs from the server's by some minutes is no reason to speak of the morning.
  const later = shanghaiInstant(of.planTime).getTime() > Date.now() + patienceMs;
  const shown = of.missing
    .slice(0, 5)
    .map(one => t('text.lacks', { of: one.of, names: one.names.join(t('text.between')) }))
    .join(t('text.between'));
  return (
    <div className={styles.bill} role="status">
      {of.missing.length > 0 ? (
        <Alert type="error" showIcon title={t('text.missing', { count: of.missing.length, who: shown })} />
      ) : (
        <>
          <Alert
            type={of.count > 0 ? 'info' : 'warning'}
            showIcon
            title={t('text.bill', { ...of, left: of.left.toLocaleString('en-US') })}
          />
          {of.sample !== null && <p className={styles.sample}>{of.sample}</p>}
          {of.count > 0 && (
            <p className={styles.hint}>
              {later ? t('text.planned', { time: of.planTime.slice(0, 16) }) : t('text.now')}
            </p>
          )}
        </>
      )}
      {of.refused.length > 0 && (
        <details>
          <summary>{t('text.refused', { count: of.refused.length })}</summary>
          <ul className={styles.refused}>
            {of.refused.map(({ of: who, reason }) => (
              <li key={`${who} ${reason}`}>{t('text.refusedOne', { of: who, reason })}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
