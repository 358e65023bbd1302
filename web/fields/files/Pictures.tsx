import { PictureOutlined } from '@ant-design/icons';
import type { Label } from '@yikao/model/kernel/label.ts';
import { Image } from 'antd';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './many-files.module.css';
import { useStoredImage } from './use-stored-image.ts';

/** Pixels of a picture's side before it is looked at. */
const side = 96;

/** Pictures side by side; a click enlarges one, and keys switch to the others. */
export function Pictures({ label, paths }: { readonly label: Label; readonly paths: readonly string[] }) {
  const language = useLanguage();
  return (
    <Image.PreviewGroup>
      <span className={styles.grid}>
        {paths.map((path, index) => (
          <Picture key={path} path={path} alt={`${label[language]} ${index + 1}`} />
        ))}
      </span>
    </Image.PreviewGroup>
  );
}

function Picture({ path, alt }: { readonly path: string; readonly alt: string }) {
  const { url, broken } = useStoredImage(path);
  if (broken) return <PictureOutlined aria-label={alt} />;
  if (!url) return <span style={{ display: 'inline-block', width: side, height: side }} />;
  return <Image src={url} alt={alt} width={side} height={side} style={{ objectFit: 'cover' }} />;
}
