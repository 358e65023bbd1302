import { useQuery } from '@tanstack/react-query';
import type { CopiedYear } from '@yikao/model/calls/copy-year.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { Alert, Button, Flex, Modal, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/index.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { ApiError } from '../api/api-error.ts';
import { notice } from '../api/notice.ts';
import { Boundary } from '../boundary/Boundary.tsx';
import { copyYear } from '../calls/dataset-calls.ts';
import { refreshRows } from '../calls/refresh-rows.ts';
import type { ListController } from '../list/use-list-controller.ts';
import { usePhone } from '../use-media.ts';
import frame from './Dialog.module.css';
import styles from './dialogs.module.css';

/** Copies the rows of a province and year to a later one (domain section 10), after showing the expected result. */
export function CopyYearDialog({
  list,
  onClose,
}: {
  readonly list: ListController;
  readonly onClose: () => void;
}) {
  const { dataset, filters, locked } = list;
  const { t } = useTranslation(['engine', 'common']);
  const language = useLanguage();
  const phone = usePhone();
  const id = useId();
  const present = dataYear(new Date());
  const [provinceId, setProvince] = useState<unknown>(locked.provinceId ?? single(filters.provinceId));
  const [fromYear, setFrom] = useState<unknown>(present - 1);
  const [toYear, setTo] = useState<unknown>(present);
  const [busy, setBusy] = useState(false);
  const whole = Number(provinceId) > 0 && Number(fromYear) > 0 && Number(toYear) > 0;
  const later = Number(toYear) > Number(fromYear);
  const asked = {
    provinceId: Number(provinceId),
    fromYear: Number(fromYear),
    toYear: Number(toYear),
  };
  const preview = useQuery({
    queryKey: ['rows', dataset.name, 'copyYear', asked],
    queryFn: ({ signal }) => copyYear(dataset, { ...asked, dryRun: true }, signal),
    enabled: whole && later && !busy,
    retry: false,
  });

  const copy = async () => {
    setBusy(true);
    try {
      const done = await copyYear(dataset, { ...asked, dryRun: false });
      notice.success(t('copyYear.done', { copied: done.copied, year: asked.toYear }));
      void refreshRows(dataset);
      onClose();
    } catch (error) {
      setBusy(false);
      notice.error(error instanceof ApiError ? error.message : t('copyYear.failed'));
    }
  };

  const input = (
    name: 'provinceId' | 'dataYear',
    label: string,
    value: unknown,
    onChange: (value: unknown) => void,
  ) => {
    const field = fieldOf(dataset, name);
    if (!field) return null;
    const { Input } = viewOf(field);
    const at = `${id}-${label}`;
    const record: FieldRecord = { provinceId };
    return (
      <div className={styles.labelled}>
        <label htmlFor={at}>{label}</label>
        <div className={styles.setField}>
          <Input
            field={field}
            name={name}
            id={at}
            value={value}
            record={record}
            disabled={name === 'provinceId' && locked.provinceId !== undefined}
            invalid={false}
            describedBy={`${id}-text`}
            onChange={onChange}
          />
        </div>
      </div>
    );
  };

  return (
    <Modal
      open
      className={`${frame.long} ${styles.dialog}`}
      title={t('copyYear.title', { what: dataset.label[language] })}
      width={phone ? '100%' : 560}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('common:cancel')}
        </Button>,
        <Button
          key="ok"
          type="primary"
          loading={busy}
          disabled={!preview.data || preview.data.copied === 0}
          onClick={() => void copy()}
        >
          {t('copyYear.submit', { count: preview.data?.copied ?? 0 })}
        </Button>,
      ]}
    >
      <Boundary>
        <Flex vertical gap={16}>
          {input(
            'provinceId',
            fieldOf(dataset, 'provinceId')?.label[language] ?? '',
            provinceId,
            setProvince,
          )}
          {input('dataYear', t('copyYear.from'), fromYear, setFrom)}
          {input('dataYear', t('copyYear.to'), toYear, setTo)}
          <div id={`${id}-text`} aria-live="polite">
            <Outcome
              dataset={dataset}
              found={preview.data}
              loading={preview.isFetching}
              hint={!whole ? t('copyYear.choose') : !later ? t('copyYear.later') : undefined}
              failure={preview.error instanceof ApiError ? preview.error.message : undefined}
            />
          </div>
        </Flex>
      </Boundary>
    </Modal>
  );
}

/** The one value of a filter. */
function single(values: readonly string[] | undefined): number | undefined {
  return values?.length === 1 ? Number(values[0]) : undefined;
}

/** The outcome of a copy, in words. */
function Outcome({
  dataset,
  found,
  loading,
  hint,
  failure,
}: {
  readonly dataset: AnyDataset;
  readonly found: CopiedYear | undefined;
  readonly loading: boolean;
  readonly hint: string | undefined;
  readonly failure: string | undefined;
}) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  if (hint) return <Alert type="info" showIcon title={hint} />;
  if (failure) return <Alert type="error" showIcon title={failure} />;
  if (loading || !found) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  if (found.found === 0) {
    return <Alert type="warning" showIcon title={t('copyYear.none', { what: dataset.label[language] })} />;
  }
  const blank = dataset.yearly?.without?.map(name => fieldOf(dataset, name)?.label[language] ?? name) ?? [];
  const lines = [
    found.standing > 0 && t('copyYear.standing', { count: found.standing }),
    found.missing > 0 &&
      t('copyYear.missing', { count: found.missing, reasons: found.reasons.join(t('copyYear.between')) }),
    found.copied > 0 && blank.length > 0 && t('copyYear.blank', { fields: blank.join(t('import.comma')) }),
  ].filter(Boolean);
  return (
    <Alert
      type={found.missing > 0 || found.copied === 0 ? 'warning' : 'info'}
      showIcon
      title={t('copyYear.preview', { found: found.found, copied: found.copied })}
      description={lines.map(line => <div key={String(line)}>{line}</div>)}
    />
  );
}
