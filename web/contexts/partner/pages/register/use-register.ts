import type { DataOut } from '@yikao/model/calls/call.ts';
import { applyType } from '@yikao/model/contexts/partner/partner.codes.ts';
import { partnersApply } from '@yikao/model/contexts/partner/partners-apply.ts';
import { registrationCalls } from '@yikao/model/contexts/partner/registration.calls.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { type Issue, issue, issueText } from '@yikao/model/kernel/validate/issues.ts';
import { validateRow } from '@yikao/model/kernel/validate/row.ts';
import { passwordAllowed } from '@yikao/model/rules/password.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../engine/api/api-error.ts';
import { send } from '../../../../engine/api/send.ts';
import { upload } from '../../../../engine/api/transfer.ts';
import { useLanguage } from '../../../../i18n/i18n.ts';

const { register } = registrationCalls;

/** The content of the form. */
export interface RegisterValues {
  readonly applyType: number;
  readonly partnersName: string;
  readonly userName: string;
  readonly phone: string;
  readonly smsCode: string;
  readonly password: string;
  readonly confirm: string;
  readonly provinceId: number | null;
  readonly cityId: number | null;
  readonly address: string;
  readonly position: string;
  readonly recCode: string;
  readonly remark: string;
  readonly agreed: boolean;
}

/** Name of a field of the form. */
export type RegisterField = keyof RegisterValues;

/** The initial form, with the invite code of the address, if any. */
export function emptyValues(recCode: string): RegisterValues {
  return {
    applyType: applyType.is.agency,
    partnersName: '',
    userName: '',
    phone: '',
    smsCode: '',
    password: '',
    confirm: '',
    provinceId: null,
    cityId: null,
    address: '',
    position: '',
    recCode,
    remark: '',
    agreed: false,
  };
}

/** Labels of fields that the dataset does not have. */
const ownLabels: Readonly<Record<string, Label>> = {
  smsCode: label('短信验证码', 'Text code'),
  password: label('密码', 'Password'),
  confirm: label('确认密码', 'Password again'),
};

/** All problems of the form; the server checks the same, and its verdict counts. */
function issuesOf(values: RegisterValues): Issue[] {
  const { issues } = validateRow(partnersApply, { ...values }, 'create', new Date());
  if (values.applyType === applyType.is.partner && values.position.trim() === '')
    issues.push(issue('position', 'required'));
  if (values.smsCode.trim() === '') issues.push(issue('smsCode', 'required'));
  if (!passwordAllowed(values.password)) issues.push(issue('password', 'badPassword'));
  if (values.confirm !== values.password) issues.push(issue('confirm', 'notEqual'));
  return issues;
}

/** A registration without its looks. */
export interface RegisterController {
  readonly values: RegisterValues;
  readonly license: File | undefined;
  readonly busy: boolean;
  /** The reason for a failure that concerns no field. */
  readonly failure: string;
  change(part: Partial<RegisterValues>): void;
  setLicense(file: File | undefined): void;
  errorOf(name: RegisterField): string | undefined;
  /** Validates everything; returns the invalid fields, in the order of the form. */
  check(): string[];
  /** Sends it; the answer, or undefined when it was refused. */
  send(): Promise<DataOut<typeof register> | undefined>;
}

/** Controls the form, which begins with `initial`. */
export function useRegister(initial: RegisterValues): RegisterController {
  const { t } = useTranslation('partner');
  const language = useLanguage();
  const [values, setValues] = useState(initial);
  const [license, setLicense] = useState<File>();
  const [checked, setChecked] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);

  const issues = checked ? issuesOf(values) : [];
  const labelOf = (name: string): Label | undefined =>
    ownLabels[name] ?? partnersApply.fields[name as keyof typeof partnersApply.fields]?.label;

  return {
    values,
    license,
    busy,
    failure,
    change(part) {
      setValues(before => ({ ...before, ...part }));
      setRefused(before =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(part, name))),
      );
      setFailure('');
    },
    setLicense,
    errorOf(name) {
      if (refused[name] !== undefined) return refused[name];
      if (name === 'agreed') return checked && !values.agreed ? t('register.agreeFirst') : undefined;
      const found = issues.find(({ field }) => field === name);
      return found && issueText(found, labelOf(name), language);
    },
    check() {
      setChecked(true);
      const wrong = new Set(issuesOf(values).map(({ field }) => field));
      if (!values.agreed) wrong.add('agreed');
      return [...wrong];
    },
    async send() {
      setBusy(true);
      setFailure('');
      const { confirm: _, ...sent } = values;
      const fields = Object.fromEntries(
        Object.entries(sent)
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]) => [name, String(value)]),
      );
      try {
        return license
          ? await upload(register, license, { fields, toast: false })
          : await send(register, { body: { ...fields, agreed: values.agreed }, toast: false });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setRefused(
          Object.fromEntries([
            ...error.fieldErrors.map(({ field, message }) => [field, message]),
            ...(error.reason === 'wrongSmsCode' ? [['smsCode', error.message]] : []),
          ]),
        );
        if (error.fieldErrors.length === 0 && error.reason !== 'wrongSmsCode') setFailure(error.message);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
