import { backPath } from '../back-path.ts';
import { pageModule } from '../pages/page-modules.ts';

/**
 * Brings in, while the server thinks about a login, the code of what comes after it: the frame, and the page that `search`
 * of the login page leads back to, else the home page. Never throws.
 */
export function fetchAfterLogin(search: string): void {
  const [path = '/home'] = backPath(search)?.split(/[?#]/) ?? [];
  const page = pageModule(path) ?? (() => import('../../engine/dataset/dataset-page.tsx'));
  for (const load of [() => import('../layout/Shell.tsx'), page]) {
    load().catch(() => undefined); // whoever comes there asks again, and is told
  }
}
