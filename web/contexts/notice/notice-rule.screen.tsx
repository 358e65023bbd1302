import { registry } from '@yikao/model/contexts/datasets.ts';
import { noticeEventOf } from '@yikao/model/contexts/notice/events.ts';
import {
  type NoticeEventCode,
  type NoticeWay,
  noticeEvent,
} from '@yikao/model/contexts/notice/notice.codes.ts';
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { CellProps, InputProps } from '../../fields/field-view.ts';
import { ToneTag } from '../../fields/parts/CodeTag.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './messages.module.css';

/** The way that each flag of a rule switches. */
const wayOf: Readonly<Record<string, NoticeWay>> = { pageFlag: 'page', textFlag: 'text', pushFlag: 'push' };

/** The event of a row, if it is one that this version knows. */
const eventOf = (record: Readonly<Record<string, unknown>>): NoticeEventCode | undefined =>
  noticeEvent.items.find(({ code }) => code === record.event)?.code;

/** Reports whether people can be notified of the event of a row in the way that a flag switches. */
function isPossible(name: string, record: Readonly<Record<string, unknown>>): boolean {
  const event = eventOf(record);
  const way = wayOf[name];
  return event !== undefined && way !== undefined && noticeEventOf(event).ways.includes(way);
}

/** An event with the people who are notified. */
function EventCell({ record }: CellProps) {
  const { t } = useTranslation('notices');
  const language = useLanguage();
  const event = eventOf(record);
  if (!event) return <>{String(record.event ?? '')}</>;
  const who = t('rule.to', { who: noticeEventOf(event).to[language] });
  return (
    <span className={styles.event}>
      {noticeEvent.items.find(({ code }) => code === event)?.label[language]}
      <small>{who}</small>
    </span>
  );
}

/** On, off, or no way to tell of this event. */
function FlagCell({ name, value, record }: CellProps) {
  const { t } = useTranslation('notices');
  if (!isPossible(name, record)) return <span title={t('rule.never')}>–</span>;
  return value === 1 ? (
    <ToneTag tone="done" text={t('rule.on')} />
  ) : (
    <ToneTag tone="plain" text={t('rule.off')} />
  );
}

function FlagInput({ id, name, value, onChange, record, disabled, describedBy }: InputProps) {
  const { t } = useTranslation('notices');
  const possible = isPossible(name, record);
  return (
    <Switch
      id={id}
      checked={value === 1}
      disabled={disabled || !possible}
      title={possible ? undefined : t('rule.never')}
      aria-describedby={describedBy}
      onChange={on => onChange(on ? 1 : 0)}
    />
  );
}

const overrides = {
  cells: { event: EventCell, pageFlag: FlagCell, textFlag: FlagCell, pushFlag: FlagCell },
  inputs: { pageFlag: FlagInput, textFlag: FlagInput, pushFlag: FlagInput },
};

/** The operator's rules: events down, ways across. */
export default function NoticeRulePage() {
  return <DatasetScreen dataset={registry.noticeRule} overrides={overrides} />;
}
