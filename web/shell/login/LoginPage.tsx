import { useTranslation } from 'react-i18next';
import { SitePage } from '../../engine/site/SitePage.tsx';
import { useSite } from '../../engine/site/use-site.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { LoginSteps } from './LoginSteps.tsx';

/** The login page: the site's brand beside the form; on a phone the form alone (spec section 2, screens.md). */
export default function LoginPage() {
  const { t } = useTranslation('login');
  const site = useSite();
  useDocumentTitle(t('title'));
  return (
    <SitePage site={site}>
      <LoginSteps />
    </SitePage>
  );
}
