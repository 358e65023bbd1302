import { useQuery } from '@tanstack/react-query';
import { secondFactorCalls } from '@yikao/model/contexts/people/second-factor.calls.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Form, Input, Modal, QRCode, Result, Skeleton, Typography } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { send } from '../../engine/api/send.ts';
import { copyText } from '../../engine/clipboard.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './Security.module.css';

interface Props {
  /** `done`: the second factor is on, and its recovery codes have been seen. */
  readonly onClose: (done: boolean) => void;
  /** Text that replaces the usual one if the change is required. */
  readonly title?: string;
  readonly intro?: ReactNode;
  readonly cancelText?: string;
}

/**
 * Enrols a second factor: the secret is added to an app, a code of the app confirms it, and recovery codes are shown.
 */
export function EnrolDialog({ onClose, title, intro, cancelText }: Props) {
  const { t } = useTranslation(['security', 'common']);
  const [form] = Form.useForm<{ code: string }>();
  const [busy, setBusy] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const { data, error } = useQuery({
    queryKey: ['secondFactorSecret'],
    queryFn: () => send(secondFactorCalls.start, { toast: false }),
    // A secret is only for this dialog: opening it again creates another.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

  const confirm = async ({ code }: { code: string }) => {
    setBusy(true);
    try {
      const answer = await send(secondFactorCalls.confirm, {
        body: { code },
        toast: false,
      });
      setCodes(answer.recoveryCodes);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      form.setFields([{ name: 'code', value: '', errors: [failure.message] }]);
      form.getFieldInstance('code')?.focus();
    } finally {
      setBusy(false);
    }
  };

  if (codes) {
    return (
      <Modal
        open
        title={t('recovery.title')}
        width={440}
        closable={false}
        mask={{ closable: false }}
        keyboard={false}
        footer={
          <Button type="primary" onClick={() => onClose(true)}>
            {t('recovery.saved')}
          </Button>
        }
      >
        <RecoveryCodes codes={codes} />
      </Modal>
    );
  }
  return (
    <Modal
      open
      title={title ?? t('enrol.title')}
      width={440}
      mask={{ closable: false }}
      // The dialog takes the focus to its first button.
      afterOpenChange={open => open && form.getFieldInstance('code')?.focus()}
      onCancel={() => onClose(false)}
      // If leaving has another effect than closing, only the labelled button does it.
      {...(cancelText && { cancelText, closable: false, keyboard: false })}
      onOk={form.submit}
      okText={t('enrol.confirm')}
      okButtonProps={{ disabled: !data }}
      confirmLoading={busy}
    >
      {intro}
      {error ? (
        <Result status="warning" title={error.message} />
      ) : (
        <Form form={form} layout="vertical" onFinish={confirm} requiredMark={false}>
          <p className={styles.lead}>{t('enrol.scan')}</p>
          <p className={styles.more}>{t('enrol.apps')}</p>
          <div className={styles.scan}>
            {data ? (
              // Dark on light in every theme: some apps cannot read anything else.
              <QRCode
                value={data.uri}
                size={176}
                color="#000000"
                bgColor="#ffffff"
                aria-label={t('enrol.qr')}
              />
            ) : (
              <Skeleton.Node active style={{ width: 176, height: 176 }} />
            )}
          </div>
          {data && (
            <div className={styles.secret}>
              <span>{t('enrol.secret')}</span>
              <code>{data.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
              <Button size="small" onClick={() => void copyText(data.secret)}>
                {t('enrol.copySecret')}
              </Button>
            </div>
          )}
          <Form.Item
            name="code"
            label={t('enrol.code')}
            rules={[{ required: true, message: t('factor.codeRequired') }]}
          >
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={limits.secondFactorDigits + 1}
              onPressEnter={form.submit}
            />
          </Form.Item>
          <Typography.Text type="secondary">{t('enrol.others')}</Typography.Text>
        </Form>
      )}
    </Modal>
  );
}
