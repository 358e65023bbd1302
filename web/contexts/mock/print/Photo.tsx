import { useStoredImage } from '../../../fields/files/use-stored-image.ts';
import styles from './Photo.module.css';
import { usePrintTexts } from './texts.ts';

/** A candidate's photo, 3:4, or a frame for one if it is missing or unavailable. */
export function Photo({ path, of: name }: { readonly path: string | null; readonly of: string }) {
  const texts = usePrintTexts();
  const { url } = useStoredImage(path);
  return (
    <div className={styles.photo} data-frame>
      {url ? (
        <img src={url} alt={`${texts.photo} ${name}`} />
      ) : (
        <>
          <svg viewBox="0 0 30 40" aria-hidden="true">
            <path d="M15 8a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM3 40c0-9 5-14 12-14s12 5 12 14z" fill="#e3e3e3" />
          </svg>
          <span>{texts.photoHint}</span>
        </>
      )}
    </div>
  );
}
