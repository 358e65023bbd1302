import { RotateLeftOutlined, RotateRightOutlined } from '@ant-design/icons';
import { Button, Image } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoredImage } from '../../../../../fields/files/use-stored-image.ts';
import styles from './Page.module.css';

/** The pictures of a work: each can be turned in place, and enlarged by a click. */
export function Works({ paths }: { readonly paths: readonly string[] }) {
  return (
    <Image.PreviewGroup>
      <ul className={styles.works}>
        {paths.map((path, at) => (
          <Work key={path} path={path} no={at + 1} />
        ))}
      </ul>
    </Image.PreviewGroup>
  );
}

function Work({ path, no }: { readonly path: string; readonly no: number }) {
  const { t } = useTranslation('exam');
  const [quarters, setQuarters] = useState(0);
  const { url, broken } = useStoredImage(path);
  const name = t('marking.work', { no });
  if (broken) return <li className={styles.empty}>{t('marking.workBroken', { no })}</li>;
  return (
    <li>
      <div className={styles.work} data-turned={quarters % 2 !== 0}>
        {url ? (
          <Image src={url} alt={name} style={{ transform: `rotate(${quarters * 90}deg)` }} />
        ) : (
          <div className={styles.waiting} />
        )}
      </div>
      <p className={styles.turn}>
        <span>{name}</span>
        <Button
          size="small"
          type="text"
          icon={<RotateLeftOutlined aria-hidden />}
          aria-label={t('marking.turnLeft', { no })}
          onClick={() => setQuarters(quarters - 1)}
        />
        <Button
          size="small"
          type="text"
          icon={<RotateRightOutlined aria-hidden />}
          aria-label={t('marking.turnRight', { no })}
          onClick={() => setQuarters(quarters + 1)}
        />
      </p>
    </li>
  );
}
