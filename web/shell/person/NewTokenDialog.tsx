import { apiTokenCalls } from '@yikao/model/contexts/people/api-tokens.calls.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Checkbox, Form, Input, Modal, Select, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../engine/api/send.ts';
import { unlessRefused } from '../../engine/api/unless-refused.ts';
import { copyText } from '../../engine/clipboard.ts';
import { PermissionTree } from './PermissionTree.tsx';
import styles from './Security.module.css';

interface Values {
  readonly name: string;
  readonly days: number;
  readonly readOnly: boolean;
  readonly codes: string[];
}

/** Possible validity of a token. */
const dayChoices = [7, 30, 90, 180, limits.apiTokenDays] as const;

/** Creates a token for scripts, and shows it only once. */
export function NewTokenDialog({ onClose }: { readonly onClose: (made: boolean) => void }) {
  const { t } = useTranslation('security');
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [token, setToken] = useState<string>();

  const make = async (body: Values) => {
    setBusy(true);
    await unlessRefused(async () => {
      const made = await send(apiTokenCalls.make, { body });
      setToken(made.token);
    }).finally(() => setBusy(false));
  };

  if (token !== undefined) {
    return (
      <Modal
        open
        title={t('token.made')}
        width={520}
        closable={false}
        mask={{ closable: false }}
        keyboard={false}
        footer={[
          <Button key="copy" onClick={() => void copyText(token)}>
            {t('token.copy')}
          </Button>,
          <Button key="done" type="primary" onClick={() => onClose(true)}>
            {t('token.done')}
          </Button>,
        ]}
      >
        <Typography.Paragraph>{t('token.once')}</Typography.Paragraph>
        <code className={styles.token}>{token}</code>
      </Modal>
    );
  }
  return (
    <Modal
      open
      title={t('token.create')}
      width={520}
      mask={{ closable: false }}
      onCancel={() => onClose(false)}
      onOk={form.submit}
      confirmLoading={busy}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        onFinish={make}
        initialValues={{ days: 90, readOnly: false, codes: [] }}
      >
        <Form.Item
          name="name"
          label={t('token.name')}
          rules={[{ required: true, whitespace: true, message: t('token.nameRequired') }]}
        >
          <Input
            count={{ show: true, max: limits.name }}
            placeholder={t('token.namePlaceholder')}
            autoFocus
          />
        </Form.Item>
        <div className={styles.pair}>
          <Form.Item name="days" label={t('token.days')}>
            <Select
              options={dayChoices.map(days => ({ value: days, label: t('token.dayCount', { count: days }) }))}
            />
          </Form.Item>
          <Form.Item name="readOnly" valuePropName="checked" label=" " tooltip={undefined} colon={false}>
            <Checkbox title={t('token.readOnlyHint')}>{t('token.readOnly')}</Checkbox>
          </Form.Item>
        </div>
        <Form.Item
          name="codes"
          label={t('token.codes')}
          rules={[{ required: true, type: 'array', min: 1, message: t('token.codesRequired') }]}
        >
          <PermissionTree />
        </Form.Item>
      </Form>
    </Modal>
  );
}
