import { useTranslation } from 'react-i18next';
import { Boundary } from '../../engine/boundary/Boundary.tsx';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { LoadingBar } from '../../loading/LoadingBar.tsx';
import { lazyCode } from '../../loading/lazy-code.ts';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { pageModule } from './page-modules.ts';
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
        <CodeSuspense fallback={<LoadingBar />}>{Page && <Page title={title} />}</CodeSuspense>
      </Boundary>
    </ThemeProvider>
  );
}
