import type { AppPicture } from '@yikao/model/contexts/content/display.calls.ts';
import { useTranslation } from 'react-i18next';
import { StoredImage } from '../../../fields/files/StoredImage.tsx';
import styles from './CarouselPhone.module.css';

/** A page of the app with its strip of pictures, which is swiped; beneath it the page is only hinted at. */
export function CarouselPhone({ pictures }: { readonly pictures: readonly AppPicture[] | undefined }) {
  const { t } = useTranslation('display');
  return (
    <>
      <p className={styles.search}>{t('phone.search')}</p>
      {pictures === undefined ? (
        <div className={styles.waiting} aria-busy="true" />
      ) : pictures.length === 0 ? (
        <p className={styles.nothing}>{t('phone.nothing')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a strip that scrolls is reached by keys
        <section className={styles.strip} tabIndex={0} aria-label={t('phone.title')}>
          {pictures.map(({ carouselId, image, title }) => (
            <div key={carouselId} className={styles.slide}>
              <StoredImage path={image} alt={title} />
            </div>
          ))}
        </section>
      )}
      <div className={styles.dots} aria-hidden>
        {pictures?.map(({ carouselId }) => (
          <i key={carouselId} />
        ))}
      </div>
      <div className={styles.page} aria-hidden>
        <b>{t('phone.news')}</b>
        {['one', 'two', 'three'].map(name => (
          <span key={name}>
            <i />
            <i data-short />
          </span>
        ))}
      </div>
    </>
  );
}
