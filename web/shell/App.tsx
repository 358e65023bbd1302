import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router';
import { onNoticeWanted } from '../engine/api/notice.ts';
import { queryClient } from '../engine/api/query-client.ts';
import { Boundary } from '../engine/boundary/Boundary.tsx';
import { prefetchMenu } from '../engine/menu/use-menu.ts';
import { FurtherRowsProvider } from '../engine/row/FurtherRowsProvider.tsx';
import { readSession } from '../engine/session/session.ts';
import { useSessionState } from '../engine/session/use-session.ts';
import { CodeSuspense } from '../loading/CodeSuspense.tsx';
import { LoadingBar } from '../loading/LoadingBar.tsx';
import { laterCode } from '../loading/later-code.ts';
import { lazyCode } from '../loading/lazy-code.ts';
import { backPath, loginPath } from './back-path.ts';
import { type StandaloneName, serversPaths, standalonePaths } from './pages/standalone.ts';
import { usePageColours } from './theme/use-page-colours.ts';

/**
 * Milliseconds to wait for code that has nearly arrived before rendering without it: rendering twice delays the data by
 * as much.
 */
const soonMs = 150;

const soonOr = (coming: Promise<void>) =>
  Promise.race([coming, new Promise<void>(resolve => setTimeout(resolve, soonMs))]);

/** Addresses of pages without the frame. */
const standalone = new Set<string>([...Object.values(standalonePaths), '/404', ...serversPaths]);

const LoginPage = lazyCode(() => import('./login/LoginPage.tsx'));
const Shell = lazyCode(async () => {
  askForMenu();
  const page = preloadPage(window.location.pathname);
  const shell = await import('./layout/Shell.tsx');
  await soonOr(page);
  return shell;
});
const ForcedPassword = lazyCode(() => import('./person/ForcedPassword.tsx'));
const ForcedEnrolment = lazyCode(() => import('./person/ForcedEnrolment.tsx'));
const NotFoundPage = lazyCode(() => import('./errors/NotFoundPage.tsx'));
const StandalonePage = lazyCode(() => import('./pages/StandalonePage.tsx'));
const Toasts = laterCode(() => import('./Toasts.tsx'));
const LoginAgain = laterCode(() => import('./login/LoginAgain.tsx'));

/** Requests the menu, which is needed as soon as the frame's code is loaded; only once, however often it is called. */
function askForMenu(): void {
  const session = readSession();
  if (session) prefetchMenu(session.userId);
}

/** Requests the code of the page at `path`, to render the frame with it if it arrives in time. */
async function preloadPage(path: string): Promise<void> {
  // Without it the frame cannot be rendered either, and shows the failure.
  const pages = await import('./pages/page-at.tsx').catch(() => undefined);
  await pages?.pageAt(path).preload();
}

/** Loads the frame before the first render for a logged-in person; waits only briefly, and never throws. */
export async function prepareFrame(): Promise<void> {
  if (!readSession() || standalone.has(window.location.pathname)) return;
  askForMenu(); // at once: the code of the frame waits for its styles
  await soonOr(Shell.preload());
}

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
            <CodeSuspense fallback={<LoadingBar />}>
              <AppRoutes />
            </CodeSuspense>
          </FurtherRowsProvider>
        </Boundary>
        {renewing && (
          <Boundary>
            <CodeSuspense>
              <LoginAgain />
            </CodeSuspense>
          </Boundary>
        )}
      </BrowserRouter>
    </QueryClientProvider>
  );
}

/** A page served by the server, to which a login or a step back returns: the browser navigates there. */
function ServersPage() {
  useEffect(() => window.location.reload(), []);
  return <LoadingBar />;
}

function AppRoutes() {
  const { session, end } = useSessionState();
  const location = useLocation();
  // A refused token ends any page, including those without the shell; the way back is kept (spec section 4).
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
      {serversPaths.map(path => (
        <Route key={path} path={path} element={<ServersPage />} caseSensitive />
      ))}
      {(Object.keys(standalonePaths) as StandaloneName[]).map(name => (
        <Route
          key={name}
          path={standalonePaths[name]}
          element={<StandalonePage name={name} />}
          caseSensitive
        />
      ))}
      {/* The API spells it so, the page as the specification does (domain Q43). */}
      <Route
        path="/abroad/direction"
        element={<Navigate to={{ ...location, pathname: '/aboard/direction' }} replace />}
      />
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

/** Toasts are loaded with the first one, usually preloaded by then, and stay mounted over every page. */
function ToastsWhenWanted() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onNoticeWanted(() => setWanted(true)), []);
  return wanted ? (
    <Boundary frame={null}>
      <CodeSuspense>
        <Toasts />
      </CodeSuspense>
    </Boundary>
  ) : null;
}
