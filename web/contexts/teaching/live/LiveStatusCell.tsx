import { registry } from '@yikao/model/contexts/datasets.ts';
import type { CellProps } from '../../../fields/field-view.ts';
import { CodeTag } from '../../../fields/parts/CodeTag.tsx';
import { textOf } from '../../../fields/parts/values.ts';
import styles from './LivePanel.module.css';
import { useLiveTime } from './live-time.ts';

/** Code of a room that is live. */
const living = 1;

/** The state of a room, with the time that it has been live. */
export function LiveStatusCell({ value, record }: CellProps) {
  const time = useLiveTime(value === living ? textOf(record.startTime) : undefined);
  return (
    <span className={styles.status}>
      <CodeTag of={registry.live.fields.liveStatus.of} value={value} />
      {time !== undefined && <time className={styles.time}>{time}</time>}
    </span>
  );
}
