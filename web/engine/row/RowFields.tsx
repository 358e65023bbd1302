import { CopyOutlined } from '@ant-design/icons';
import { type AnyDataset, fieldOf, systemFields } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import { belongs } from '@yikao/model/kernel/validate/when.ts';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/index.ts';
import { targetOf } from '../../fields/pick/target.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { may } from '../access/may.ts';
import { Boundary } from '../boundary/Boundary.tsx';
import { DialogBoundary } from '../boundary/DialogBoundary.tsx';
import { copyText } from '../clipboard.ts';
import { useFieldOverrides } from '../field-overrides.ts';
import { useFurtherRows } from './further-rows.ts';
import styles from './RowFields.module.css';

/** Groups of a row's fields: as in the form, with the remaining and system fields last. */
function groupsOf(dataset: AnyDataset): { label: { zh: string; en: string } | undefined; names: string[] }[] {
  const inForm = dataset.form.map(({ label, fields }) => ({ label, names: [...fields] }));
  const grouped = new Set(inForm.flatMap(group => group.names));
  const others = Object.keys(dataset.fields).filter(
    name => !grouped.has(name) && dataset.fields[name]?.private !== true,
  );
  const system = Object.keys(systemFields).filter(name => fieldOf(dataset, name));
  return [...inForm, { label: undefined, names: [...others, ...system] }];
}

/** A row that another one refers to. */
interface ReferredRow {
  readonly dataset: AnyDataset;
  readonly key: number;
}

/** The target row of a reference, if the person may open it: by key, in a dataset they may list. */
function referredBy(field: Field, value: unknown): ReferredRow | undefined {
  if (field.kind !== 'ref' || !Number(value)) return undefined;
  const dataset = targetOf(field);
  if (dataset.identity.value !== dataset.key || !may(dataset, 'list')) return undefined;
  return { dataset, key: Number(value) };
}

/** All fields of a row in sections; a reference links to its target. */
export function RowFields({ dataset, row }: { readonly dataset: AnyDataset; readonly row: FieldRecord }) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const { cells } = useFieldOverrides();
  const { Referred } = useFurtherRows();
  const [referred, setReferred] = useState<ReferredRow>();
  const key = String(row[dataset.key] ?? '');
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
      {groupsOf(dataset).map(({ label, names }) => (
        <section key={names.join()} className={styles.group}>
          <h3>{label ? label[language] : t('detail.others')}</h3>
          <dl>
            {names.map(name => {
              const field = fieldOf(dataset, name);
              if (!field || field.private || !belongs(field, row)) return null;
              const view = viewOf(field);
              const own = cells?.[name];
              const Show = own ?? view.Detail ?? view.Cell;
              const leads = own ? undefined : referredBy(field, row[name]);
              const shown = <Show field={field} name={name} value={row[name]} record={row} />;
              return (
                <div key={name} data-wide={view.wide?.(field) === true}>
                  <dt hidden={label?.zh === field.label.zh}>{field.label[language]}</dt>
                  <dd>
                    <Boundary>
                      {leads ? (
                        <button type="button" className={styles.link} onClick={() => setReferred(leads)}>
                          {shown}
                        </button>
                      ) : (
                        shown
                      )}
                    </Boundary>
                  </dd>
                </div>
              );
            })}
          </dl>
        </section>
      ))}
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
