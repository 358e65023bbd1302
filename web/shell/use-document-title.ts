import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../contexts/system/site/use-site.ts';

/**
 * Sets the browser's title to the page's and the website's short one; only the short one without a page (spec section
 * 2).
 */
export function useDocumentTitle(page?: string): void {
  const { t } = useTranslation();
  const site = useSite();
  const product = site?.shortTitle || site?.title || t('productName');
  useEffect(() => {
    document.title = page ? `${page} - ${product}` : product;
  }, [page, product]);
}
