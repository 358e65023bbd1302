import { applyType, reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { partnersApply } from '@yikao/model/contexts/partner/partners-apply.ts';
import { type OwnApplication, registrationCalls } from '@yikao/model/contexts/partner/registration.calls.ts';
import { issue, issueText } from '@yikao/model/kernel/validate/issues.ts';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../engine/api/send.ts';
import { useAttempt } from '../../../../engine/dialogs/use-attempt.ts';
import { CodeTag } from '../../../../fields/parts/CodeTag.tsx';
import { EmptyState } from '../../../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { Field } from '../../public/Field.tsx';
import { SmsCodeField } from '../../public/SmsCodeField.tsx';
import styles from './register.module.css';

const field = partnersApply.fields.phone;

/** Looks up the applications of a number, for its owner. */
export function StatusLookup({
  initial,
  onMend,
}: {
  readonly initial: string;
  readonly onMend: (application: OwnApplication) => void;
}) {
  const { t } = useTranslation('partner');
  const language = useLanguage();
  const [phone, setPhone] = useState(initial);
  const [smsCode, setSmsCode] = useState('');
  const [badPhone, setBadPhone] = useState(false);
  const { busy, problem, setProblem, attempt } = useAttempt();
  const [found, setFound] = useState<OwnApplication[]>();

  const look = async () => {
    await attempt(async () =>
      setFound(await send(registrationCalls.status, { body: { phone, smsCode }, toast: false })),
    ).finally(() => setSmsCode(''));
  };

  if (found) {
    return (
      <div className={styles.form}>
        {found.length === 0 ? (
          <EmptyState title={t('register.none')} hint={t('register.noneHint')} />
        ) : (
          found.map((application, index) => (
            <Found
              key={application.applyId}
              application={application}
              {...(index === 0 &&
                application.auditStatus === reviewStatus.is.rejected && {
                  onMend: () => onMend(application),
                })}
            />
          ))
        )}
        <Button onClick={() => setFound(undefined)}>{t('register.another')}</Button>
      </div>
    );
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (smsCode !== '' && !busy) void look();
      }}
    >
      <p className={styles.lead}>{t('register.statusText')}</p>
      <div className={styles.narrow}>
        <Field
          id="status-phone"
          label={field.label[language]}
          required
          error={badPhone ? issueText(issue('phone', 'notAMobile'), field.label, language) : undefined}
        >
          <Input
            id="status-phone"
            type="tel"
            value={phone}
            maxLength={13}
            autoComplete="tel-national"
            onChange={event => {
              setPhone(event.target.value);
              setBadPhone(false);
            }}
          />
        </Field>
        <SmsCodeField
          scene="register"
          mobile={phone}
          value={smsCode}
          error={problem}
          onChange={code => {
            setSmsCode(code);
            setProblem(undefined);
          }}
          onBadMobile={() => setBadPhone(true)}
        />
        <Button
          type="primary"
          size="large"
          block
          htmlType="submit"
          loading={busy}
          disabled={smsCode.length !== 6}
        >
          {t('register.look')}
        </Button>
      </div>
    </form>
  );
}

function Found({
  application,
  onMend,
}: {
  readonly application: OwnApplication;
  readonly onMend?: () => void;
}) {
  const { t } = useTranslation('partner');
  const language = useLanguage();
  const kind = applyType.items.find(({ code }) => code === application.applyType);
  return (
    <article className={styles.found}>
      <header>
        <strong>{application.partnersName}</strong>
        <span className={styles.what}>{kind?.label[language]}</span>
        <CodeTag of={reviewStatus} value={application.auditStatus} />
      </header>
      <p className={styles.what}>
        {t('register.applied', { time: application.createTime.slice(0, 16) })}
        {application.auditTime && ` · ${t('register.decided', { time: application.auditTime.slice(0, 16) })}`}
      </p>
      {application.auditStatus === reviewStatus.is.approved && (
        <p>
          {t('register.account')} <code>{application.account}</code>
        </p>
      )}
      {application.auditStatus === reviewStatus.is.rejected && (
        <p>
          {t('register.reason')}: {application.auditRemark}
        </p>
      )}
      {onMend && (
        <Button type="primary" onClick={onMend}>
          {t('register.mend')}
        </Button>
      )}
    </article>
  );
}
