import { abroadCalls } from '@yikao/model/contexts/abroad/abroad.calls.ts';
import { smsCodeDigits } from '@yikao/model/contexts/system/sms-code.ts';
import { plainMobile } from '@yikao/model/fields/mobile.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../engine/api/api-error.ts';
import { send } from '../../../../engine/api/send.ts';

/** The content of the form of a consultation. */
export interface ConsultValues {
  readonly name: string;
  readonly mobile: string;
  readonly smsCode: string;
  readonly itemId: number | undefined;
  readonly remark: string;
  readonly agreed: boolean;
}

/** Controls the form of a consultation; the server checks the same, and its verdict counts. */
export function useConsult(itemId: number | undefined) {
  const { t } = useTranslation('abroad');
  const [values, setValues] = useState<ConsultValues>({
    ...{ name: '', mobile: '', smsCode: '', remark: '', agreed: false },
    itemId,
  });
  const [checked, setChecked] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);

  const problems: Partial<Record<keyof ConsultValues, string>> = {
    ...(values.name.trim() === '' && { name: t('consult.nameFirst') }),
    ...(!/^1[3-9]\d{9}$/.test(plainMobile(values.mobile)) && { mobile: t('consult.mobileFirst') }),
    ...(values.smsCode.length !== smsCodeDigits && { smsCode: t('consult.codeFirst') }),
    ...(!values.agreed && { agreed: t('consult.agreeFirst') }),
  };
  return {
    ...{ values, busy, done, failure },
    change(part: Partial<ConsultValues>) {
      setValues(before => ({ ...before, ...part }));
      setRefused({});
      setFailure('');
    },
    errorOf: (name: keyof ConsultValues) => refused[name] ?? (checked ? problems[name] : undefined),
    check: () => setChecked(true),
    async send() {
      setChecked(true);
      if (busy || Object.keys(problems).length > 0) return;
      setBusy(true);
      setFailure('');
      const { agreed: _, itemId: asked, ...rest } = values;
      try {
        await send(abroadCalls.consult, {
          body: { ...rest, ...(asked !== undefined && { itemId: asked }), agreed: true },
          anonymous: true,
          toast: false,
        });
        setDone(true);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const byField = Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field, message]));
        if (error.reason === 'wrongSmsCode') setRefused({ smsCode: error.message });
        else if (error.fieldErrors.length > 0) setRefused(byField);
        else setFailure(error.message);
      } finally {
        setBusy(false);
      }
    },
  };
}
