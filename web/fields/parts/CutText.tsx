import { Tooltip } from 'antd';
import { useState } from 'react';
import { Empty } from './Empty.tsx';
import styles from './fields.module.css';

/** Longest text a tooltip shows; the detail drawer shows all of it. */
const tooltipMax = 600;

/** A text on one line, cut where it does not fit; the tooltip then shows it, and it can be marked and copied. */
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
  // A page has thousands of these, so the tooltip comes into being only for one that is cut and pointed at.
  return cut ? (
    <Tooltip title={text.slice(0, tooltipMax)} placement="topLeft" mouseEnterDelay={0.3}>
      {line}
    </Tooltip>
  ) : (
    line
  );
}
