import type { Label } from '@yikao/model/kernel/label.ts';
import { Image } from 'antd';
import { useLanguage } from '../../i18n/i18n.ts';
import { useFieldServices } from '../services.ts';
import styles from './many-files.module.css';

/** Pixels of a picture's side before it is looked at. */
const side = 96;

/** Pictures side by side; a click shows one large, with those beside it a key away. */
export function Pictures({ label, paths }: { readonly label: Label; readonly paths: readonly string[] }) {
  const { imageUrl } = useFieldServices();
  const language = useLanguage();
  return (
    <Image.PreviewGroup>
      <span className={styles.grid}>
        {paths.map((path, index) => (
          <Image
            key={path}
            src={imageUrl(path)}
            alt={`${label[language]} ${index + 1}`}
            width={side}
            height={side}
            style={{ objectFit: 'cover' }}
          />
        ))}
      </span>
    </Image.PreviewGroup>
  );
}
