import { Tooltip } from 'antd';
import { useState } from 'react';
import { Empty } from './Empty.tsx';
import styles from './fields.module.css';

/** Longest text in a tooltip; the detail drawer shows all of it. */
const tooltipMax = 600;

/** A single-line text, cut if it does not fit; the tooltip then shows it completely, for selecting and copying. */
export function CutText({ text }: { readonly text: string }) {
  const [cut, setCut] = useState(false);
  if (!text) return <Empty />;
  const line = (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only measures it
    <span
      className={styles.cut}
      onMouseEnter={event => setCut(event.currentTarget.scrollWidth > event.currentTarget.clientWidth)}
    >
      {text}
    </span>
  );
  // A page has thousands of these, so the tooltip is created only for one that is cut and hovered.
  return cut ? (
    <Tooltip title={text.slice(0, tooltipMax)} placement="topLeft" mouseEnterDelay={0.3}>
      {line}
    </Tooltip>
  ) : (
    line
  );
}
