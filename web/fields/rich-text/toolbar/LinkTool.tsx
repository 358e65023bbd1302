import { LinkOutlined } from '@ant-design/icons';
import { linkAddress } from '@yikao/model/rules/rich-text/addresses.ts';
import { Button, Input, Popover } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './EditorToolbar.module.css';

/** An address as it is typed: `example.com` is a page of that site. */
function typedAddress(text: string): string | undefined {
  const address = text.trim();
  if (address === '') return undefined;
  return linkAddress(/^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(address) ? `https://${address}` : address);
}

interface LinkToolProps {
  /** The address of the link at the cursor. */
  readonly link: string | undefined;
  readonly onChoose: (address: string | null) => void;
  readonly onClosed: () => void;
}

/** A button that asks for the address of a link. */
export function LinkTool({ link, onChoose, onClosed }: LinkToolProps) {
  const { t } = useTranslation('engine');
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const wrongId = useId();
  const label = t('fields.editor.link');
  const close = (address: string | null) => {
    setOpen(false);
    onChoose(address);
    onClosed();
  };
  const confirm = () => {
    const address = typedAddress(typed);
    if (address === undefined) setWrong(true);
    else close(address);
  };
  const question = (
    <div className={styles.link}>
      <Input
        autoFocus
        value={typed}
        placeholder="https://"
        aria-label={t('fields.editor.address')}
        aria-invalid={wrong}
        aria-describedby={wrong ? wrongId : undefined}
        status={wrong ? 'error' : ''}
        onChange={event => {
          setTyped(event.target.value);
          setWrong(false);
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter') return;
          // Enter would submit the form around the editor.
          event.preventDefault();
          event.stopPropagation();
          confirm();
        }}
      />
      {wrong && (
        <div id={wrongId} role="alert" className={styles.wrong}>
          {t('fields.editor.addressWrong')}
        </div>
      )}
      <div className={styles.answers}>
        {link !== undefined && (
          <Button size="small" onClick={() => close(null)}>
            {t('fields.editor.unlink')}
          </Button>
        )}
        <Button size="small" type="primary" onClick={confirm}>
          {t('fields.editor.setLink')}
        </Button>
      </div>
    </div>
  );
  return (
    <Popover
      open={open}
      trigger="click"
      placement="bottomLeft"
      destroyOnHidden
      content={question}
      onOpenChange={now => {
        setOpen(now);
        setTyped(link ?? '');
        setWrong(false);
      }}
    >
      <Button
        type="text"
        size="small"
        className={styles.tool}
        icon={<LinkOutlined aria-hidden />}
        title={label}
        aria-label={label}
        aria-expanded={open}
      />
    </Popover>
  );
}
