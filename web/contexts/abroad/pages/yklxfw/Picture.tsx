import { useState } from 'react';
import { pictureOf } from '../../../system/site/SitePage.tsx';
import styles from './yklxfw.module.css';

interface PictureProps {
  /** A public path of a file, or none. */
  readonly path: string | null;
  /** Its first signs stand where there is no picture. */
  readonly name: string;
  readonly kind: 'cover' | 'logo';
}

/** A picture of a programme or a school; without one, or if it does not arrive, a quiet field with the name's first sign. */
export function Picture({ path, name, kind }: PictureProps) {
  const [failed, setFailed] = useState(false);
  const address = pictureOf(path);
  return (
    <span className={styles.picture} data-kind={kind} aria-hidden>
      {address && !failed ? (
        <img src={address} alt="" loading="lazy" onError={() => setFailed(true)} />
      ) : (
        Array.from(name)[0]
      )}
    </span>
  );
}
