import { limits } from '@yikao/model/limits.ts';
import { Button, Flex, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './ApplyRefund.module.css';

interface ReasonFieldProps {
  readonly id: string;
  readonly value: string;
  /** The problem of the reason, shown in place of the hint. */
  readonly wrong: string | undefined;
  readonly onChange: (reason: string) => void;
}

/** The reason for the refund, with common reasons one click away. */
export function ReasonField({ id, value, wrong, onChange }: ReasonFieldProps) {
  const { t } = useTranslation('sales');
  return (
    <>
      <label htmlFor={id}>{t('refund.reason')}</label>
      <Input.TextArea
        id={id}
        rows={2}
        value={value}
        count={{ show: true, max: limits.address }}
        status={wrong ? 'error' : ''}
        aria-required
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={event => onChange(event.target.value)}
      />
      <Flex wrap gap={8}>
        {(['twice', 'wrong', 'needless', 'misled'] as const).map(key => (
          <Button key={key} size="small" onClick={() => onChange(t(`refund.reasons.${key}`))}>
            {t(`refund.reasons.${key}`)}
          </Button>
        ))}
      </Flex>
      <p id={`${id}-hint`} className={styles.hint} data-wrong={wrong !== undefined}>
        {wrong ?? t('refund.reasonHint')}
      </p>
    </>
  );
}
