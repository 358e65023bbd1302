import { backPath } from '../back-path.ts';
import { pageModule } from '../pages/page-modules.ts';

/**
 * Loads, while the server handles a login, the code needed afterwards: the frame, and the page that `search` of the
 * login page returns to, else the home page. Never throws.
 */
export function fetchAfterLogin(search: string): void {
  const [path = '/home'] = backPath(search)?.split(/[?#]/) ?? [];
  const page = pageModule(path) ?? (() => import('../../engine/screen/dataset-page.tsx'));
  for (const load of [() => import('../layout/Shell.tsx'), page]) {
    load().catch(() => undefined); // rendering it requests the code again and shows a failure
  }
}
