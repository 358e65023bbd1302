import { useQuery } from '@tanstack/react-query';
import { registrationCalls } from '@yikao/model/calls/registration.ts';
import { partnersApply } from '@yikao/model/datasets/partner/partners-apply.ts';
import { limits } from '@yikao/model/limits.ts';
import { Alert, Button, Cascader, Checkbox, Input, Modal } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../engine/api/send.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { Field } from './Field.tsx';
import { LicenseField } from './LicenseField.tsx';
import styles from './register.module.css';
import { SmsCodeField } from './SmsCodeField.tsx';
import { type RegisterField, type RegisterValues, useRegister } from './use-register.ts';

interface RegisterFormProps {
  readonly initial: RegisterValues;
  /** A refused application is being mended. */
  readonly mending: boolean;
  readonly onDone: (applyId: number, phone: string) => void;
}

/** The public form of a registration (domain F7, section 5). */
export function RegisterForm({ initial, mending, onDone }: RegisterFormProps) {
  const { t } = useTranslation(['partner', 'login']);
  const language = useLanguage();
  const form = useRegister(initial);
  const [noticeOpen, setNoticeOpen] = useState(false);
  const [wrong, setWrong] = useState(0);
  const frame = useRef<HTMLFormElement>(null);
  const places = useQuery({
    queryKey: ['register', 'places'],
    queryFn: ({ signal }) => send(registrationCalls.places, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { values } = form;
  const label = (name: keyof typeof partnersApply.fields) => partnersApply.fields[name].label[language];

  const text = (
    name: Exclude<RegisterField, 'agreed' | 'applyType' | 'provinceId' | 'cityId'>,
    options: {
      max: number;
      required?: boolean;
      hint?: string;
      type?: 'tel';
      complete?: string;
      title?: string;
    } = {
      max: limits.name,
    },
  ) => {
    const error = form.errorOf(name);
    return (
      <Field
        id={name}
        label={options.title ?? label(name as 'partnersName')}
        required={options.required ?? false}
        error={error}
        hint={options.hint}
        wide={name === 'address' || name === 'partnersName'}
      >
        <Input
          id={name}
          name={name}
          value={values[name]}
          maxLength={options.max}
          type={options.type ?? 'text'}
          autoComplete={options.complete ?? 'off'}
          status={error ? 'error' : ''}
          aria-describedby={`${name}-note`}
          onChange={event => form.change({ [name]: event.target.value })}
        />
      </Field>
    );
  };

  const secret = (name: 'password' | 'confirm', title: string, hint?: string) => {
    const error = form.errorOf(name);
    return (
      <Field id={name} label={title} required error={error} hint={hint}>
        <Input.Password
          id={name}
          name={name}
          value={values[name]}
          maxLength={limits.passwordMax}
          autoComplete="new-password"
          status={error ? 'error' : ''}
          aria-describedby={`${name}-note`}
          onChange={event => form.change({ [name]: event.target.value })}
        />
      </Field>
    );
  };

  const show = (names: readonly string[]) => {
    setWrong(names.length);
    requestAnimationFrame(() => {
      const first = frame.current?.querySelector('[role="alert"]')?.closest('[data-field]');
      first?.scrollIntoView({ block: 'center' });
      first?.querySelector<HTMLElement>('input, button')?.focus();
    });
  };
  const submit = async () => {
    if (form.busy) return;
    const problems = form.check();
    if (problems.length > 0) return show(problems);
    setWrong(0);
    const done = await form.send();
    if (done) onDone(done.applyId, values.phone);
    else show([]);
  };

  const kinds = [
    { code: 2, name: t('register.asAgency'), what: t('register.asAgencyText') },
    { code: 1, name: t('register.asPartner'), what: t('register.asPartnerText') },
  ];
  return (
    <form
      ref={frame}
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void submit();
      }}
    >
      {mending && <Alert type="info" showIcon title={t('register.mending')} className={styles.alert ?? ''} />}
      <fieldset className={styles.kinds}>
        <legend>{t('register.as')}</legend>
        {kinds.map(({ code, name, what }) => (
          <label key={code} data-chosen={values.applyType === code}>
            <input
              type="radio"
              name="applyType"
              checked={values.applyType === code}
              onChange={() => form.change({ applyType: code })}
            />
            <span className={styles.kind}>{name}</span>
            <span className={styles.what}>{what}</span>
          </label>
        ))}
      </fieldset>

      <h2>{t('register.parts.organisation')}</h2>
      <div className={styles.grid}>
        {text('partnersName', { max: limits.name, required: true, complete: 'organization' })}
        <Field
          id="place"
          label={t('register.place')}
          required
          error={form.errorOf('provinceId') ?? form.errorOf('cityId')}
        >
          <Cascader
            id="place"
            className={styles.full ?? ''}
            changeOnSelect
            showSearch
            loading={places.isPending}
            placeholder={t('register.placeHint')}
            status={form.errorOf('provinceId') || form.errorOf('cityId') ? 'error' : ''}
            value={[values.provinceId, values.cityId].filter(id => id !== null)}
            options={(places.data ?? []).map(province => ({
              value: province.provinceId,
              label: province.provinceName,
              children: province.cities.map(city => ({ value: city.cityId, label: city.cityName })),
            }))}
            onChange={chosen => form.change({ provinceId: chosen?.[0] ?? null, cityId: chosen?.[1] ?? null })}
          />
        </Field>
        {text('recCode', { max: 16, hint: t('register.recCodeHint'), title: t('register.recCode') })}
        {text('address', { max: limits.address, required: true, complete: 'street-address' })}
        <LicenseField file={form.license} onChange={form.setLicense} />
      </div>

      <h2>{t('register.parts.contact')}</h2>
      <div className={styles.grid}>
        {text('userName', { max: limits.shortName, required: true, complete: 'name' })}
        {text('position', {
          max: limits.shortName,
          required: values.applyType === 1,
          complete: 'organization-title',
        })}
        {text('phone', { max: 13, required: true, type: 'tel', complete: 'tel-national' })}
        <SmsCodeField
          mobile={values.phone}
          value={values.smsCode}
          error={form.errorOf('smsCode')}
          onChange={smsCode => form.change({ smsCode })}
          onBadMobile={() => {
            form.check();
            frame.current?.querySelector<HTMLElement>('#phone')?.focus();
          }}
        />
      </div>

      <h2>{t('register.parts.account')}</h2>
      <div className={styles.grid}>
        {secret('password', t('login:password'), t('register.passwordHint'))}
        {secret('confirm', t('register.confirm'))}
      </div>

      <div className={styles.foot} data-field="agreed">
        <Checkbox checked={values.agreed} onChange={event => form.change({ agreed: event.target.checked })}>
          {t('register.agree')}
        </Checkbox>
        <Button type="link" className={styles.inline ?? ''} onClick={() => setNoticeOpen(true)}>
          {t('register.notice')}
        </Button>
        <p className={styles.note} data-error="true" role={form.errorOf('agreed') ? 'alert' : undefined}>
          {form.errorOf('agreed')}
        </p>
      </div>
      <p className={styles.failure} role={form.failure || wrong > 0 ? 'alert' : undefined}>
        {form.failure || (wrong > 0 ? t('register.wrong', { count: wrong }) : '')}
      </p>
      <Button type="primary" size="large" block htmlType="submit" loading={form.busy}>
        {t('register.submit')}
      </Button>
      <Modal
        open={noticeOpen}
        title={t('register.notice')}
        footer={null}
        width={560}
        onCancel={() => setNoticeOpen(false)}
      >
        <p className={styles.notice}>{t('register.noticeText')}</p>
      </Modal>
    </form>
  );
}
