import { type LazyCode, lazyCode } from '../../loading/lazy-code.ts';
import { NotOpenPage } from './NotOpenPage.tsx';
import { type PageModule, type PageProps, pageModule, screenModule } from './page-modules.ts';

type Page = LazyCode<PageProps>;

const pages = new Map<string, Page>();

/**
 * The page of an address, its code loaded on first use (spec section 2: resolved from the path's segments): a
 * feature's, else the screen of the dataset with that address in the menu, custom or generated from its declaration,
 * else a sentence that there is nothing yet.
 */
export function pageAt(path: string): Page {
  const made = pages.get(path);
  if (made) return made;
  const page = lazyCode(pageModule(path) ?? (() => datasetScreen(path)));
  pages.set(path, page);
  return page;
}

async function datasetScreen(path: string): Promise<PageModule> {
  // Loaded separately, because it includes every declaration.
  const { askAhead, datasetAt, datasetPage } = await import('../../engine/screen/dataset-page.tsx');
  const dataset = datasetAt(path);
  if (!dataset) return { default: NotOpenPage };
  if (path === window.location.pathname) askAhead(dataset);
  // A further screen's file has both names: `lead-pool.screen.tsx`.
  const own = screenModule([dataset.name, dataset.screen?.name].filter(Boolean).join('-'));
  if (own) return own();
  const Screen = datasetPage(dataset);
  return { default: () => <Screen /> };
}
