import { useTranslation } from 'react-i18next';
import { SitePage } from '../../contexts/system/site/SitePage.tsx';
import { useSite } from '../../contexts/system/site/use-site.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { LoginSteps } from './LoginSteps.tsx';

/** The login page: the website's brand next to the form; on a phone only the form (spec section 2). */
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
