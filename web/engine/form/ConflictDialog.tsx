import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Field, refNameKey } from '@yikao/model/kernel/field.ts';
import { Button, Flex, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/index.ts';
import { idsOf } from '../../fields/parts/values.ts';
import { targetOf } from '../../fields/pick/target.ts';
import { useNames } from '../../fields/pick/use-options.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { showsPart, TextChange } from '../history/FieldChange.tsx';
import styles from './ConflictDialog.module.css';
import type { Difference } from './form-values.ts';
import type { Conflict } from './use-form-save.ts';

interface ConflictDialogProps {
  readonly dataset: AnyDataset;
  readonly conflict: Conflict;
  readonly mine: FieldRecord;
  readonly saving: boolean;
  /** Continues editing with the person's value in the given fields. */
  readonly onSettle: (mine: string[]) => void;
  /** Saves with the person's value in the fields named. */
  readonly onSave: (mine: string[]) => void;
  readonly onClose: () => void;
}

type Side = 'mine' | 'theirs';

/**
 * Somebody else saved the row first: shows each field's original, the person's and the other value. Changes of only one
 * side are merged; if both changed a field, the person chooses, and nothing is saved before.
 */
export function ConflictDialog(props: ConflictDialogProps) {
  const { dataset, conflict, mine, saving, onSettle, onSave, onClose } = props;
  const { t } = useTranslation('trust');
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const sideOf = ({ name, changedBy }: Difference): Side | undefined =>
    chosen[name] ?? (changedBy === 'me' ? 'mine' : changedBy === 'them' ? 'theirs' : undefined);
  const all = conflict.differences;
  const left = all.filter(difference => sideOf(difference) === undefined).length;
  const kept = () => all.filter(difference => sideOf(difference) === 'mine').map(({ name }) => name);
  return (
    <Modal
      open
      title={t('conflict.title')}
      width={960}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Flex wrap gap={8} justify="flex-end">
          <span className={styles.left} role="status">
            {left > 0 && t('conflict.left', { count: left })}
          </span>
          <Button disabled={saving} onClick={onClose}>
            {t('conflict.back')}
          </Button>
          <Button disabled={saving} onClick={() => onSettle([])}>
            {t('conflict.takeTheirs')}
          </Button>
          <Button disabled={left > 0 || saving} onClick={() => onSettle(kept())}>
            {t('conflict.edit')}
          </Button>
          <Button
            key="save"
            type="primary"
            disabled={left > 0}
            loading={saving}
            onClick={() => onSave(kept())}
          >
            {t('conflict.save')}
          </Button>
        </Flex>
      }
    >
      <p className={styles.text}>{t(all.length > 0 ? 'conflict.text' : 'conflict.same')}</p>
      {all.length > 0 && (
        <div className={styles.frame}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('conflict.field')}</th>
                <th scope="col">{t('conflict.base')}</th>
                <th scope="col">{t('conflict.mine')}</th>
                <th scope="col">{t('conflict.theirs')}</th>
              </tr>
            </thead>
            <tbody>
              {all.map(difference => (
                <Row
                  key={difference.name}
                  dataset={dataset}
                  difference={difference}
                  conflict={conflict}
                  mine={mine}
                  side={sideOf(difference)}
                  onChoose={side => setChosen(old => ({ ...old, [difference.name]: side }))}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Modal>
  );
}

interface RowProps {
  readonly dataset: AnyDataset;
  readonly difference: Difference;
  readonly conflict: Conflict;
  readonly mine: FieldRecord;
  readonly side: Side | undefined;
  readonly onChoose: (side: Side) => void;
}

function Row({ dataset, difference, conflict, mine, side, onChoose }: RowProps) {
  const { name, changedBy } = difference;
  const { t } = useTranslation('trust');
  const language = useLanguage();
  const field = fieldOf(dataset, name);
  if (!field) return null;
  const label = field.label[language];
  const cell = (of: Side) => (
    <td data-kept={side === of} data-label={t(`conflict.${of}`)}>
      <Radio
        checked={side === of}
        aria-label={`${label}: ${t(`conflict.${of}`)}`}
        onChange={() => onChoose(of)}
      >
        {changedBy === (of === 'mine' ? 'them' : 'me') ? (
          <span className={styles.unchanged}>{t('conflict.unchanged')}</span>
        ) : (
          <Changed
            field={field}
            name={name}
            base={conflict.base}
            record={of === 'mine' ? mine : conflict.theirs}
          />
        )}
      </Radio>
    </td>
  );
  return (
    <tr data-open={side === undefined}>
      <th scope="row">
        {label}
        {side === undefined && <span className={styles.choose}>{t('conflict.choose')}</span>}
      </th>
      <td data-label={t('conflict.base')}>
        <Value field={field} name={name} record={conflict.base} />
      </td>
      {cell('mine')}
      {cell('theirs')}
    </tr>
  );
}

interface ChangedProps {
  readonly field: Field;
  readonly name: string;
  readonly base: FieldRecord;
  readonly record: FieldRecord;
}

/** One side's value; for a text, the part that differs from the original. */
function Changed({ field, name, base, record }: ChangedProps) {
  if (showsPart(field, base[name], record[name])) {
    return <TextChange field={field} old={base[name]} now={record[name]} />;
  }
  return field.kind === 'ref' || field.kind === 'refs' ? (
    <Reference field={field} name={name} record={record} />
  ) : (
    <Value field={field} name={name} record={record} />
  );
}

interface ValueProps<F extends Field = Field> {
  readonly field: F;
  readonly name: string;
  readonly record: FieldRecord;
}

function Value({ field, name, record }: ValueProps) {
  const { Cell } = viewOf(field);
  return <Cell field={field} name={name} value={record[name]} record={record} />;
}

/** A reference chosen in the form, which stores only the id: look up its name. */
function Reference({ field, name, record }: ValueProps<Extract<Field, { kind: 'ref' | 'refs' }>>) {
  const ids = idsOf(record[name]);
  const names = useNames(targetOf(field), ids, {});
  const named = ids.map(id => names.get(id)).filter(Boolean);
  return (
    <Value
      field={field}
      name={name}
      record={{ ...record, ...(named.length > 0 && { [refNameKey(name)]: named.join(',') }) }}
    />
  );
}
