import { QueryClientProvider } from '@tanstack/react-query';
import { docCalls } from '@yikao/model/calls/server.ts';
import { Suspense, useEffect, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router';
import { onNoticeWanted } from '../engine/api/notice.ts';
import { queryClient } from '../engine/api/query-client.ts';
import { Boundary } from '../engine/boundary/Boundary.tsx';
import { FurtherRowsProvider } from '../engine/dataset/FurtherRowsProvider.tsx';
import { prefetchMenu } from '../engine/menu/use-menu.ts';
import { readSession } from '../engine/session/session.ts';
import { useSessionState } from '../engine/session/use-session.ts';
import { lazyCode } from '../loading/lazy-code.ts';
import { backPath, loginPath } from './back-path.ts';
import { LoadingBar } from './layout/LoadingBar.tsx';
import { type StandaloneName, standalonePaths } from './pages/standalone.ts';
import { usePageColours } from './theme/use-page-colours.ts';

const LoginPage = lazyCode(() => import('./login/LoginPage.tsx'));
const Shell = lazyCode(async () => {
  // The menu is wanted as soon as the code is here.
  const session = readSession();
  if (session) prefetchMenu(session.userId);
  // What tells of a failure is here before anything can fail.
  const told = [import('./Toasts.tsx'), import('./login/LoginAgain.tsx')];
  const [shell] = await Promise.all([import('./layout/Shell.tsx'), preloadPage(), ...told]);
  return shell;
});
/** Brings the page in that the address leads to, and what it shows, while the shell around it is drawn. */
async function preloadPage(): Promise<void> {
  const { pageAt } = await import('./pages/page-at.tsx');
  pageAt(window.location.pathname).preload();
}

const ForcedPassword = lazyCode(() => import('./person/ForcedPassword.tsx'));
const ForcedEnrolment = lazyCode(() => import('./person/ForcedEnrolment.tsx'));
const NotFoundPage = lazyCode(() => import('./errors/NotFoundPage.tsx'));
const StandalonePage = lazyCode(() => import('./pages/StandalonePage.tsx'));
const Toasts = lazyCode(() => import('./Toasts.tsx'));
const LoginAgain = lazyCode(() => import('./login/LoginAgain.tsx'));

/** The whole product in the browser: its providers and its outermost routes (spec section 2). */
export function App() {
  usePageColours();
  const { renewing } = useSessionState();
  return (
    <QueryClientProvider client={queryClient}>
      <ToastsWhenWanted />
      <BrowserRouter>
        <Boundary around="page">
          <FurtherRowsProvider>
            <Suspense fallback={<LoadingBar />}>
              <AppRoutes />
            </Suspense>
          </FurtherRowsProvider>
        </Boundary>
        {renewing && (
          <Boundary>
            <Suspense>
              <LoginAgain />
            </Suspense>
          </Boundary>
        )}
      </BrowserRouter>
    </QueryClientProvider>
  );
}

/** A page of the server's own, to which a login leads back: asked for there. */
function ServersPage() {
  useEffect(() => window.location.reload(), []);
  return <LoadingBar />;
}

function AppRoutes() {
  const { session, end } = useSessionState();
  const location = useLocation();
  // A refused token ends any page, those without the shell too; the way back is kept (spec section 4).
  if (end === 'expired' && location.pathname !== '/login')
    return <Navigate to={loginPath(location)} replace />;
  return (
    <Routes>
      <Route path="/" element={<Navigate to="/login" replace />} />
      <Route
        path="/login"
        element={session ? <Navigate to={backPath(location.search) ?? '/home'} replace /> : <LoginPage />}
      />
      <Route path="/404" element={<NotFoundPage />} />
      <Route path={docCalls.page.path} element={<ServersPage />} />
      {(Object.keys(standalonePaths) as StandaloneName[]).map(name => (
        <Route
          key={name}
          path={standalonePaths[name]}
          element={<StandalonePage name={name} />}
          caseSensitive
        />
      ))}
      <Route
        path="*"
        element={
          session ? (
            session.mustChangePassword ? (
              <ForcedPassword />
            ) : session.mustEnrolSecondFactor ? (
              <ForcedEnrolment />
            ) : (
              <Shell key={session.userId} />
            )
          ) : (
            <Navigate to={end === 'logout' ? '/login' : loginPath(location)} replace />
          )
        }
      />
    </Routes>
  );
}

/** The toasts come with the shell, elsewhere with the first one, and then stay over every page. */
function ToastsWhenWanted() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onNoticeWanted(() => setWanted(true)), []);
  return wanted ? (
    <Boundary frame={null}>
      <Suspense>
        <Toasts />
      </Suspense>
    </Boundary>
  ) : null;
}
