import { limits } from '@yikao/model/limits.ts';
import { Alert, Button, Checkbox, Input, Modal, Result, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { BackCloses } from '../../../../engine/boundary/BackCloses.tsx';
import { Field } from '../../../partner/public/Field.tsx';
import { SmsCodeField } from '../../../partner/public/SmsCodeField.tsx';
import type { PageItem } from './matching.ts';
import { useConsult } from './use-consult.ts';
import styles from './yklxfw.module.css';

interface ConsultDialogProps {
  readonly items: readonly PageItem[];
  /** The programme that was asked about. */
  readonly itemId: number | undefined;
  readonly onClose: () => void;
}

/** The form of a consultation; a text code proves the number (domain section 5, A11). */
export function ConsultDialog({ items, itemId, onClose }: ConsultDialogProps) {
  const { t } = useTranslation('abroad');
  const form = useConsult(itemId);
  if (form.done) {
    return (
      <Modal open title={t('consult.title')} width={480} footer={null} onCancel={onClose}>
        <BackCloses onBack={onClose} />
        <Result
          status="success"
          title={t('consult.done')}
          subTitle={t('consult.doneText')}
          extra={
            <Button type="primary" onClick={onClose}>
              {t('consult.gotIt')}
            </Button>
          }
        />
      </Modal>
    );
  }
  return (
    <Modal
      open
      title={t('consult.title')}
      width={480}
      mask={{ closable: false }}
      okText={t('consult.submit')}
      confirmLoading={form.busy}
      onOk={() => void form.send()}
      onCancel={onClose}
    >
      <BackCloses onBack={onClose} />
      <p className={styles.lead}>{t('consult.text')}</p>
      <ConsultFields form={form} items={items} />
      {form.failure !== '' && <Alert type="error" showIcon title={form.failure} />}
    </Modal>
  );
}

interface ConsultFieldsProps {
  readonly form: ReturnType<typeof useConsult>;
  readonly items: readonly PageItem[];
}

function ConsultFields({ form, items }: ConsultFieldsProps) {
  const { t } = useTranslation('abroad');
  const id = useId();
  const { values, errorOf, change } = form;
  return (
    <div className={styles.form}>
      <Field id={`${id}-name`} label={t('consult.name')} required error={errorOf('name')}>
        <Input
          id={`${id}-name`}
          value={values.name}
          maxLength={limits.shortName}
          autoComplete="name"
          aria-describedby={`${id}-name-note`}
          onChange={event => change({ name: event.target.value })}
        />
      </Field>
      <Field id={`${id}-mobile`} label={t('consult.mobile')} required error={errorOf('mobile')}>
        <Input
          id={`${id}-mobile`}
          type="tel"
          value={values.mobile}
          maxLength={13}
          autoComplete="tel-national"
          aria-describedby={`${id}-mobile-note`}
          onChange={event => change({ mobile: event.target.value })}
        />
      </Field>
      <SmsCodeField
        scene="consult"
        mobile={values.mobile}
        value={values.smsCode}
        error={errorOf('smsCode')}
        onChange={smsCode => change({ smsCode })}
        onBadMobile={form.check}
      />
      <Field id={`${id}-item`} label={t('consult.item')}>
        <Select<number>
          id={`${id}-item`}
          className={styles.wide ?? ''}
          allowClear
          value={values.itemId ?? null}
          placeholder={t('consult.itemHint')}
          options={items.map(({ id: value, itemName }) => ({ value, label: itemName }))}
          onChange={next => change({ itemId: next ?? undefined })}
        />
      </Field>
      <Field id={`${id}-remark`} label={t('consult.remark')}>
        <Input.TextArea
          id={`${id}-remark`}
          rows={3}
          value={values.remark}
          count={{ show: true, max: limits.consultation }}
          maxLength={limits.consultation}
          placeholder={t('consult.remarkHint')}
          onChange={event => change({ remark: event.target.value })}
        />
      </Field>
      <Checkbox checked={values.agreed} onChange={event => change({ agreed: event.target.checked })}>
        {t('consult.agree')}
      </Checkbox>
      <p className={styles.problem} role={errorOf('agreed') ? 'alert' : undefined}>
        {errorOf('agreed')}
      </p>
    </div>
  );
}
