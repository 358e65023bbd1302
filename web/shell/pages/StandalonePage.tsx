import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Boundary } from '../../engine/boundary/Boundary.tsx';
import { pageAddress, useGoTo } from '../../engine/link/page-address.ts';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { LoadingBar } from '../../loading/LoadingBar.tsx';
import { lazyCode } from '../../loading/lazy-code.ts';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { NotOpenPage } from './NotOpenPage.tsx';
import { pageModule } from './page-modules.ts';
import styles from './StandalonePage.module.css';
import { type StandaloneName, standalonePaths } from './standalone.ts';

const pages = new Map(
  Object.values(standalonePaths).flatMap(path => {
    const load = pageModule(path);
    return load ? [[path, lazyCode(load)] as const] : [];
  }),
);

/** A page without menu and tabs (spec section 2; domain section 5). */
export default function StandalonePage({ name }: { readonly name: StandaloneName }) {
  const { t } = useTranslation('shell');
  const title = t(`standalone.${name}`);
  useDocumentTitle(title);
  const Page = pages.get(standalonePaths[name]);
  return (
    <ThemeProvider>
      <Boundary around="page">
        <CodeSuspense fallback={<LoadingBar />}>
          {Page ? <Page title={title} /> : <Closed title={title} />}
        </CodeSuspense>
      </Boundary>
    </ThemeProvider>
  );
}

function Closed({ title }: { readonly title: string }) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  return (
    <main className={styles.page}>
      <NotOpenPage title={title} />
      <Button onClick={() => goTo(pageAddress('/login'))}>{t('goHome')}</Button>
    </main>
  );
}
