import { DownOutlined } from '@ant-design/icons';
import { isCron, nextFireTimes, parseCron } from '@yikao/model/rules/cron.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { Button, Dropdown, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../fields/field-view.ts';
import { textOf } from '../../fields/parts/values.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './CronInput.module.css';

/** Expressions that people want most, by the key of their text. */
const presets = {
  everyMinute: '0 * * * * ?',
  everyTenMinutes: '0 0/10 * * * ?',
  hourly: '0 0 * * * ?',
  daily: '0 0 3 * * ?',
  workdays: '0 0 9 ? * MON-FRI',
  weekly: '0 0 3 ? * SUN',
  monthly: '0 0 4 1 * ?',
  lastDay: '0 0 22 L * ?',
} as const;

/** How many of the next times are shown. */
const shownTimes = 5;

/** A cron text with its next five times as it is typed, or what is wrong with it. */
export function CronInput({ id, value, onChange, disabled, invalid, describedBy, field }: InputProps) {
  const { t } = useTranslation('trust');
  const language = useLanguage();
  const text = textOf(value);
  const parsed = text.trim() === '' ? undefined : parseCron(text);
  const times = parsed && isCron(parsed) ? nextFireTimes(parsed, new Date(), shownTimes) : [];
  return (
    <>
      <div className={styles.line}>
        <Input
          id={id}
          className={styles.text ?? ''}
          value={text}
          disabled={disabled}
          status={invalid ? 'error' : ''}
          autoComplete="off"
          spellCheck={false}
          placeholder="0 0 3 * * ?"
          aria-describedby={`${describedBy} ${id}-next`}
          aria-invalid={invalid}
          aria-required={field.required}
          onChange={event => onChange(event.target.value === '' ? null : event.target.value)}
        />
        <Dropdown
          trigger={['click']}
          disabled={disabled}
          menu={{
            items: (Object.keys(presets) as (keyof typeof presets)[]).map(key => ({
              key: presets[key],
              label: t(`cron.presets.${key}`),
              extra: presets[key],
            })),
            onClick: ({ key }) => onChange(key),
          }}
        >
          <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
            {t('cron.common')}
          </Button>
        </Dropdown>
      </div>
      <div id={`${id}-next`} className={styles.next} aria-live="polite">
        {parsed && !isCron(parsed) ? (
          <span className={styles.wrong}>{parsed.message[language]}</span>
        ) : times.length > 0 ? (
          <>
            {t('cron.next')}
            <ol>
              {times.map(time => (
                <li key={time.getTime()}>{shanghaiTime(time)}</li>
              ))}
            </ol>
          </>
        ) : (
          parsed && <span className={styles.wrong}>{t('cron.never')}</span>
        )}
      </div>
    </>
  );
}
