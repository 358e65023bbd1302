import { secondFactorCalls } from '@yikao/model/contexts/people/second-factor.calls.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Form, Input, Modal, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface Values {
  readonly password: string;
  readonly code: string;
}

interface Props {
  /** The change to be confirmed: turning the second factor off, or new recovery codes. */
  readonly what: 'off' | 'recovery';
  readonly onClose: () => void;
}

/** Fields that a refusal is about. */
const fields: Readonly<Record<string, keyof Values>> = { wrongOldPassword: 'password', wrongCode: 'code' };

/** Asks for password and code before the second factor is changed, and shows the new recovery codes. */
export function ProofDialog({ what, onClose }: Props) {
  const { t } = useTranslation('security');
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();

  const prove = async (body: Values) => {
    setBusy(true);
    try {
      if (what === 'recovery') {
        const answer = await send(secondFactorCalls.recovery, {
          body,
          toast: false,
        });
        setCodes(answer.recoveryCodes);
      } else {
        await send(secondFactorCalls.off, { body, toast: false });
        notice.success(t('factor.turnedOff'));
        onClose();
      }
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      const name = fields[failure.reason ?? ''] ?? 'code';
      form.setFields([{ name, errors: [failure.message] }]);
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
          <Button type="primary" onClick={onClose}>
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
      title={t(what === 'off' ? 'factor.turnOff' : 'factor.renew')}
      width={440}
      mask={{ closable: false }}
      onCancel={onClose}
      onOk={form.submit}
      okButtonProps={{ danger: what === 'off' }}
      confirmLoading={busy}
    >
      <Typography.Paragraph type="secondary">
        {t(what === 'off' ? 'factor.offText' : 'factor.renewText')}
      </Typography.Paragraph>
      <Form<Values> form={form} layout="vertical" onFinish={prove} requiredMark={false}>
        <Form.Item
          name="password"
          label={t('factor.password')}
          rules={[{ required: true, message: t('factor.passwordRequired') }]}
        >
          <Input.Password autoComplete="current-password" count={{ max: limits.passwordMax }} autoFocus />
        </Form.Item>
        <Form.Item
          name="code"
          label={t('factor.code')}
          rules={[{ required: true, message: t('factor.codeRequired') }]}
        >
          <Input autoComplete="one-time-code" maxLength={16} onPressEnter={form.submit} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
