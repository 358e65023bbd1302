import { DownOutlined } from '@ant-design/icons';
import { cronFault, isCron, nextFireTimes, parseCron } from '@yikao/model/rules/cron.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { Button, Dropdown, Flex, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../fields/field-view.ts';
import { textOf } from '../../../fields/parts/values.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './CronInput.module.css';

/** Common expressions, by the key of their text. */
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

/** Number of upcoming times shown. */
const shownTimes = 5;

/** A cron text with its next five times during typing, or its error. */
export function CronInput({ id, value, onChange, disabled, invalid, describedBy, field }: InputProps) {
  const { t } = useTranslation('trust');
  const language = useLanguage();
  const text = textOf(value);
  const parsed = text.trim() === '' ? undefined : parseCron(text);
  const times = parsed && isCron(parsed) ? nextFireTimes(parsed, new Date(), shownTimes) : [];
  const fault = parsed && cronFault(text, new Date());
  return (
    <>
      <Flex wrap gap={8}>
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
      </Flex>
      <div id={`${id}-next`} className={styles.next} aria-live="polite">
        {times.length > 0 ? (
          <>
            {t('cron.next')}
            <ol>
              {times.map(time => (
                <li key={time.getTime()}>{shanghaiTime(time)}</li>
              ))}
            </ol>
          </>
        ) : (
          fault && !invalid && <span className={styles.wrong}>{fault[language]}</span>
        )}
      </div>
    </>
  );
}
