import type { HistoryEntryRow, HistoryOperation } from '@yikao/model/calls/history.ts';
import { jobKinds } from '@yikao/model/contexts/jobs.ts';
import { machineOf } from '@yikao/model/contexts/machines.ts';
import type { Tone } from '@yikao/model/kernel/codes.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { viewOf } from '../../fields/index.ts';
import { ToneTag } from '../../fields/parts/CodeTag.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { StepChange, toneAfter } from '../steps/StepChange.tsx';
import { FieldChange } from './FieldChange.tsx';
import styles from './HistoryTimeline.module.css';

const tones: Record<HistoryOperation, Tone> = {
  added: 'done',
  updated: 'act',
  deleted: 'lost',
  restored: 'look',
};

/** Fields shown before an entry is unfolded: the initial values of a row are long and rarely needed. */
const shownFields = 6;

interface HistoryEntryProps {
  readonly dataset: AnyDataset;
  readonly entry: HistoryEntryRow;
  /** The row that was changed, in a list of changes of several rows. */
  readonly about?: ReactNode;
  /** Gives the row the version back that the change left it with. */
  readonly onRestore?: () => void;
}

/** One change: person, time, cause, and each field's old and new value. */
export function HistoryEntry({ dataset, entry, about, onRestore }: HistoryEntryProps) {
  const { t } = useTranslation(['trust', 'engine']);
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const { job, step } = entry;
  const machine = step ? machineOf(dataset) : undefined;
  const declared = step ? machine?.steps[step.name] : undefined;
  const inputs = Object.entries(step?.inputs ?? {}).filter(([, value]) => value !== null);
  // The state is shown above the other fields.
  const changed = entry.fields.filter(name => declared === undefined || name !== machine?.field);
  const fields = open ? changed : changed.slice(0, shownFields);
  const more = changed.length - fields.length;
  const tone = machine && declared ? toneAfter(machine, entry) : tones[entry.op];
  return (
    <li className={styles.entry} data-tone={tone}>
      <div className={styles.head}>
        <ToneTag tone={tone} text={declared?.label[language] ?? t(`history.ops.${entry.op}`)} />
        {about}
        <b>
          {step && step.by !== 'person'
            ? [t(`history.by.${step.by}`), step.by === 'step' && entry.userId ? entry.personName : null]
                .filter(Boolean)
                .join(' · ')
            : entry.userId
              ? (entry.personName ?? `ID ${entry.userId}`)
              : (entry.personName ?? t('history.system'))}
        </b>
        <time dateTime={`${entry.time.replace(' ', 'T')}+08:00`}>{entry.time}</time>
        <span className={styles.version}>{t('history.version', { version: entry.version })}</span>
        {onRestore && (
          <Button type="link" size="small" className={styles.restore ?? ''} onClick={onRestore}>
            {t('version.restore')}
          </Button>
        )}
      </div>
      {machine && declared && <StepChange dataset={dataset} machine={machine} entry={entry} />}
      {(job || entry.address) && (
        <p className={styles.how}>
          {job && (
            <span>
              {t('history.through', { op: jobKinds[job.op].label[language], id: job.id })}
              {[job.batch, job.originName].filter(Boolean).map(part => ` · ${part}`)}
            </span>
          )}
          {entry.address && <span>{t('history.from', { address: entry.address })}</span>}
        </p>
      )}
      {inputs.length > 0 && (
        <dl className={styles.changes}>
          {inputs.map(([name, value]) => {
            const field = declared?.inputs[name];
            if (!field) return null;
            const { Cell } = viewOf(field);
            return (
              <div key={name}>
                <dt>{field.label[language]}</dt>
                <dd>
                  <Cell field={field} name={name} value={value} record={step?.inputs ?? {}} />
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      {fields.length > 0 && (
        <dl className={styles.changes}>
          {fields.map(name => {
            const field = dataset.fields[name];
            if (!field) return null;
            return (
              <div key={name}>
                <dt>{field.label[language]}</dt>
                <dd>
                  <FieldChange field={field} name={name} entry={entry} />
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      {(more > 0 || open) && (
        <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('history.fold') : t('history.unfold', { count: more })}
        </Button>
      )}
    </li>
  );
}
