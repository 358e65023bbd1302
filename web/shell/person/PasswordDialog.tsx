import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { apiTokenCalls } from '@yikao/model/contexts/people/api-tokens.calls.ts';
import { loginCalls } from '@yikao/model/contexts/people/login.calls.ts';
import { limits } from '@yikao/model/limits.ts';
import { brokenPasswordRules, type PasswordRule, passwordRules } from '@yikao/model/rules/password.ts';
import { Form, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { useQuestions } from '../../engine/boundary/questions.ts';
import { notePasswordTyped, passwordIsFresh } from '../../engine/session/session.ts';
import { useSession } from '../../engine/session/use-session.ts';
import styles from './PasswordDialog.module.css';

interface Values {
  readonly oldPassword?: string;
  readonly password: string;
  readonly again: string;
}

interface Props {
  readonly open: boolean;
  /** `done`: the password has been changed. */
  readonly onClose: (done?: boolean) => void;
  /** Text that replaces the usual one if the change is required. */
  readonly title?: string;
  readonly intro?: ReactNode;
  readonly cancelText?: string;
}

const ruleTexts = {
  length: 'password.ruleLength',
  upper: 'password.ruleUpper',
  lower: 'password.ruleLower',
  digit: 'password.ruleDigit',
} as const satisfies Record<PasswordRule, string>;

/** The number of the person's valid API tokens; undefined if it could not be loaded, which a toast has shown. */
async function readTokensLeft(): Promise<number | undefined> {
  try {
    const rows = await send(apiTokenCalls.own);
    return rows.filter(({ expired }) => !expired).length;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return undefined;
  }
}

/**
 * Changes the person's own password by the rules of spec section 5, after a confirmation. The current password is
 * required if it was typed more than 12 hours ago, or if the server requires it (domain Q47). The confirmation gives
 * the number of API tokens that will end.
 */
export function PasswordDialog({ open, onClose, title, intro, cancelText }: Props) {
  const { t } = useTranslation(['shell', 'messages']);
  const modal = useQuestions();
  const client = useQueryClient();
  const session = useSession();
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const password = Form.useWatch('password', form) ?? '';
  const broken = new Set(brokenPasswordRules(password));
  const needsOld = asked || (open && !passwordIsFresh(session));

  const change = async ({ password: next, oldPassword }: Values) => {
    setBusy(true);
    try {
      const { endedTokens } = await send(loginCalls.changePassword, {
        body: { userId: session.userId, password: next, ...(oldPassword && { oldPassword }) },
      });
      notePasswordTyped();
      notice.success(
        endedTokens > 0 ? t('password.changedTokens', { count: endedTokens }) : t('password.changed'),
      );
      if (endedTokens > 0) await client.invalidateQueries({ queryKey: ['apiTokens'] });
      onClose(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const problems = error.fieldErrors.filter(
        ({ field }) => field === 'password' || field === 'oldPassword',
      );
      if (error.reason === 'wrongOldPassword' || problems.some(({ field }) => field === 'oldPassword'))
        setAsked(true);
      form.setFields(
        problems.map(({ field, message }) => ({ name: field as keyof Values, errors: [message] })),
      ); // filtered just above
    } finally {
      setBusy(false);
    }
  };

  const submit = async (values: Values) => {
    if (session.userId <= 0) return notice.error(t('messages:dataError'));
    const tokens = session.mustChangePassword ? 0 : await readTokensLeft();
    if (tokens === undefined) return;
    modal.confirm({
      title: t('password.ask'),
      content: tokens > 0 && t('password.tokensEnd', { count: tokens }),
      onOk: () => void change(values),
    });
  };

  return (
    <Modal
      title={title ?? t('password.title')}
      open={open}
      onCancel={() => onClose()}
      // If leaving has another effect than closing, only the labelled button does it.
      {...(cancelText && { cancelText, closable: false, keyboard: false })}
      onOk={form.submit}
      confirmLoading={busy}
      mask={{ closable: false }}
      width={440}
      destroyOnHidden
      afterClose={() => setAsked(false)}
    >
      {intro}
      <Form<Values> form={form} layout="vertical" onFinish={values => void submit(values)} clearOnDestroy>
        {/* Password managers file the new password under the account they find here. */}
        <input type="hidden" autoComplete="username" value={session.userName} readOnly />
        {needsOld && (
          <Form.Item
            name="oldPassword"
            label={t('password.old')}
            rules={[{ required: true, message: t('password.oldRequired') }]}
          >
            <Input.Password autoComplete="current-password" count={{ max: limits.passwordMax }} />
          </Form.Item>
        )}
        <Form.Item
          name="password"
          label={t('password.next')}
          rules={[
            { required: true, message: t('password.nextRequired') },
            {
              validator: async (_, value: string) => {
                if (value && brokenPasswordRules(value).length > 0) throw new Error(t('password.rule'));
              },
            },
          ]}
        >
          <Input.Password
            autoComplete="new-password"
            count={{ max: limits.passwordMax }}
            autoFocus={intro !== undefined}
          />
        </Form.Item>
        <ul className={styles.rules}>
          {passwordRules.map(rule => (
            <li key={rule} data-kept={password !== '' && !broken.has(rule)}>
              {password !== '' && !broken.has(rule) ? <CheckCircleFilled /> : <MinusCircleOutlined />}
              {t(ruleTexts[rule])}
            </li>
          ))}
        </ul>
        <Form.Item
          name="again"
          label={t('password.again')}
          dependencies={['password']}
          rules={[
            { required: true, message: t('password.againRequired') },
            ({ getFieldValue }) => ({
              validator: async (_, value: string) => {
                if (value && value !== getFieldValue('password')) throw new Error(t('password.different'));
              },
            }),
          ]}
        >
          <Input.Password
            autoComplete="new-password"
            count={{ max: limits.passwordMax }}
            onPressEnter={form.submit}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
