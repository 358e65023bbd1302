import { useQuery } from '@tanstack/react-query';
import { partnersApply } from '@yikao/model/contexts/partner/partners-apply.ts';
import { registrationCalls } from '@yikao/model/contexts/partner/registration.calls.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Cascader, Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../engine/api/send.ts';
import { BackCloses } from '../../../../engine/boundary/BackCloses.tsx';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { Field } from '../../public/Field.tsx';
import fieldStyles from '../../public/field.module.css';
import styles from './register.module.css';
import type { RegisterController, RegisterField } from './use-register.ts';

interface PartProps {
  readonly form: RegisterController;
}

/** Fields that are typed as plain text. */
type TextName = Exclude<
  RegisterField,
  'agreed' | 'applyType' | 'provinceId' | 'cityId' | 'smsCode' | 'password' | 'confirm'
>;

interface TextFieldProps extends PartProps {
  readonly name: TextName;
  readonly max: number;
  readonly required?: boolean;
  readonly hint?: string;
  readonly type?: 'tel';
  /** Its value for `autocomplete`. */
  readonly complete?: string;
  /** Replaces the dataset's label. */
  readonly title?: string;
}

/** A single-line field. */
export function TextField({
  form,
  name,
  max,
  required = false,
  hint,
  type,
  complete,
  title,
}: TextFieldProps) {
  const language = useLanguage();
  const error = form.errorOf(name);
  return (
    <Field
      id={name}
      label={title ?? partnersApply.fields[name].label[language]}
      required={required}
      error={error}
      hint={hint}
      wide={name === 'address' || name === 'partnersName'}
    >
      <Input
        id={name}
        name={name}
        value={form.values[name]}
        count={{ max }}
        type={type ?? 'text'}
        autoComplete={complete ?? 'off'}
        status={error ? 'error' : ''}
        aria-describedby={`${name}-note`}
        onChange={event => form.change({ [name]: event.target.value })}
      />
    </Field>
  );
}

interface SecretFieldProps extends PartProps {
  readonly name: 'password' | 'confirm';
  readonly title: string;
  readonly hint?: string;
}

/** A field whose text is hidden during typing. */
export function SecretField({ form, name, title, hint }: SecretFieldProps) {
  const error = form.errorOf(name);
  return (
    <Field id={name} label={title} required error={error} hint={hint}>
      <Input.Password
        id={name}
        name={name}
        value={form.values[name]}
        count={{ max: limits.passwordMax }}
        autoComplete="new-password"
        status={error ? 'error' : ''}
        aria-describedby={`${name}-note`}
        onChange={event => form.change({ [name]: event.target.value })}
      />
    </Field>
  );
}

/** Reports whether an agency or a partner registers. */
export function KindChoice({ form }: PartProps) {
  const { t } = useTranslation('partner');
  const kinds = [
    { code: 2, name: t('register.asAgency'), what: t('register.asAgencyText') },
    { code: 1, name: t('register.asPartner'), what: t('register.asPartnerText') },
  ];
  return (
    <fieldset className={styles.kinds}>
      <legend>{t('register.as')}</legend>
      {kinds.map(({ code, name, what }) => (
        <label key={code} data-chosen={form.values.applyType === code}>
          <input
            type="radio"
            name="applyType"
            checked={form.values.applyType === code}
            onChange={() => form.change({ applyType: code })}
          />
          <span className={styles.kind}>{name}</span>
          <span className={styles.what}>{what}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Province and city, from the available ones. */
export function PlaceField({ form }: PartProps) {
  const { t } = useTranslation('partner');
  const places = useQuery({
    queryKey: ['register', 'places'],
    queryFn: ({ signal }) => send(registrationCalls.places, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const error = form.errorOf('provinceId') ?? form.errorOf('cityId');
  return (
    <Field id="place" label={t('register.place')} required error={error}>
      <Cascader
        id="place"
        className={styles.full ?? ''}
        changeOnSelect
        showSearch
        loading={places.isPending}
        placeholder={t('register.placeHint')}
        status={error ? 'error' : ''}
        value={[form.values.provinceId, form.values.cityId].filter(id => id !== null)}
        options={(places.data ?? []).map(province => ({
          value: province.provinceId,
          label: province.provinceName,
          children: province.cities.map(city => ({ value: city.cityId, label: city.cityName })),
        }))}
        onChange={chosen => form.change({ provinceId: chosen?.[0] ?? null, cityId: chosen?.[1] ?? null })}
      />
    </Field>
  );
}

/** The notice, and that it was read. */
export function Agreement({ form }: PartProps) {
  const { t } = useTranslation('partner');
  const [open, setOpen] = useState(false);
  const error = form.errorOf('agreed');
  return (
    <div className={styles.foot} data-field="agreed">
      <Checkbox
        checked={form.values.agreed}
        onChange={event => form.change({ agreed: event.target.checked })}
      >
        {t('register.agree')}
      </Checkbox>
      <Button type="link" className={styles.inline ?? ''} onClick={() => setOpen(true)}>
        {t('register.notice')}
      </Button>
      <p className={fieldStyles.note} data-error="true" role={error ? 'alert' : undefined}>
        {error}
      </p>
      <Modal
        open={open}
        title={t('register.notice')}
        footer={null}
        width={560}
        onCancel={() => setOpen(false)}
      >
        {open && <BackCloses onBack={() => setOpen(false)} />}

        <p className={styles.notice}>{t('register.noticeText')}</p>
      </Modal>
    </div>
  );
}
