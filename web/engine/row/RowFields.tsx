import { CopyOutlined } from '@ant-design/icons';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import { belongs } from '@yikao/model/kernel/validate/when.ts';
import { Button } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/index.ts';
import { isBlank } from '../../fields/parts/values.ts';
import { targetOf } from '../../fields/pick/target.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { may, seenHere } from '../access/may.ts';
import { Boundary } from '../boundary/Boundary.tsx';
import { DialogBoundary } from '../boundary/DialogBoundary.tsx';
import { copyText } from '../clipboard.ts';
import { useFieldOverrides } from '../field-overrides.ts';
import { useFurtherRows } from './further-rows.ts';
import styles from './RowFields.module.css';
import { sectionsOf } from './row-sections.ts';

/** A row that another one refers to. */
interface ReferredRow {
  readonly dataset: AnyDataset;
  readonly key: number;
}

/** The target row of a reference, if the person may open it: by key, in a dataset they may list. */
function referredBy(field: Field, value: unknown): ReferredRow | undefined {
  if (field.kind !== 'ref' || !Number(value)) return undefined;
  const dataset = seenHere(targetOf(field));
  if (dataset.identity.value !== dataset.key || !may(dataset, 'list')) return undefined;
  return { dataset, key: Number(value) };
}

/** All fields of a row in sections; a reference links to its target, and what is not filled in is only named. */
export function RowFields({ dataset, row }: { readonly dataset: AnyDataset; readonly row: FieldRecord }) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const { cells } = useFieldOverrides();
  const { Referred } = useFurtherRows();
  const [referred, setReferred] = useState<ReferredRow>();
  const key = String(row[dataset.key] ?? '');
  const sections = useMemo(() => sectionsOf(dataset), [dataset]);
  const isPart = (name: string) => {
    const field = fieldOf(dataset, name);
    return field !== undefined && belongs(field, row);
  };
  // A screen's own rendering may show something for an empty value.
  const isEmpty = (name: string) => isBlank(row[name]) && cells?.[name] === undefined;
  return (
    <>
      <p className={styles.key}>
        {`${dataset.label[language]} · ${dataset.fields[dataset.key]?.label[language] ?? 'ID'} ${key}`}
        <Button
          type="text"
          size="small"
          icon={<CopyOutlined aria-hidden />}
          aria-label={t('detail.copyId')}
          title={t('detail.copyId')}
          onClick={() => void copyText(key)}
        />
      </p>
      {sections.map(({ title, names: all }) => {
        const names = all.filter(isPart);
        const filled = names.filter(name => !isEmpty(name));
        const empty = names.filter(isEmpty).map(name => fieldOf(dataset, name)?.label[language] ?? name);
        const heading = typeof title === 'string' ? t(`detail.sections.${title}`) : title[language];
        if (names.length === 0) return null;
        if (filled.length === 0) {
          return (
            <details key={all.join()} className={styles.folded}>
              <summary>
                <h2>{heading}</h2>
                <span>{t('detail.nothing')}</span>
              </summary>
              <p className={styles.empty}>{empty.join(t('detail.between'))}</p>
            </details>
          );
        }
        return (
          <section key={all.join()} className={styles.group}>
            <h2>{heading}</h2>
            <dl>
              {filled.map(name => (
                <RowField
                  key={name}
                  {...{ dataset, row, name }}
                  isTitle={typeof title !== 'string' && fieldOf(dataset, name)?.label.zh === title.zh}
                  onRefer={setReferred}
                />
              ))}
            </dl>
            {empty.length > 0 && (
              <p className={styles.empty}>
                {t('detail.notFilled', { fields: empty.join(t('detail.between')) })}
              </p>
            )}
          </section>
        );
      })}
      {referred && (
        <DialogBoundary onClose={() => setReferred(undefined)}>
          <Suspense>
            <Referred
              dataset={referred.dataset}
              rowKey={referred.key}
              onClose={() => setReferred(undefined)}
            />
          </Suspense>
        </DialogBoundary>
      )}
    </>
  );
}

interface RowFieldProps {
  readonly dataset: AnyDataset;
  readonly row: FieldRecord;
  readonly name: string;
  /** The heading of the section is the label. */
  readonly isTitle: boolean;
  readonly onRefer: (row: ReferredRow) => void;
}

/** The label and the value of a field. */
function RowField({ dataset, row, name, isTitle, onRefer }: RowFieldProps) {
  const language = useLanguage();
  const { cells } = useFieldOverrides();
  const field = fieldOf(dataset, name);
  if (!field) return null;
  const view = viewOf(field);
  const own = cells?.[name];
  const Show = own ?? view.Detail ?? view.Cell;
  const leads = own ? undefined : referredBy(field, row[name]);
  const shown = <Show field={field} name={name} value={row[name]} record={row} />;
  return (
    <div data-wide={view.wide?.(field) === true}>
      <dt hidden={isTitle}>{field.label[language]}</dt>
      <dd>
        <Boundary>
          {leads ? (
            <button type="button" className={styles.link} onClick={() => onRefer(leads)}>
              {shown}
            </button>
          ) : (
            shown
          )}
        </Boundary>
      </dd>
    </div>
  );
}
