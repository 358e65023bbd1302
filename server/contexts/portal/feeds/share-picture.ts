import { pathOf } from '@yikao/model/calls/call.ts';
import { portalCalls } from '@yikao/model/contexts/portal/portal.calls.ts';
import {
  type PublicPageName,
  publicPageNames,
  publicPages,
} from '@yikao/model/contexts/portal/public-pages.ts';
import type { Picture, TextItem } from '../../../platform/drawing/picture.ts';
import { absolute } from '../pages/frame.ts';
import { plainText } from '../serving/html.ts';
import type { Site } from '../serving/sites.ts';

/** A page as its shared picture names it. */
export interface Shared {
  readonly title: string;
  readonly text: string;
  readonly path: string;
}

/** The page that a name of a shared picture represents, if it is one of the fixed pages. */
export function sharedPage(name: string, site: Site): Shared | undefined {
  if (name === 'news') {
    return { title: '艺考资讯', text: '统考、校考、政策与志愿填报', path: pathOf(portalCalls.news) };
  }
  const page = publicPageNames.find((one): one is PublicPageName => one === name);
  if (!page) return undefined;
  const { title, description } = publicPages[page];
  return {
    title: page === 'website' || page === 'appIndex' ? site.name : title,
    text: description,
    path: pathOf(portalCalls[page]),
  };
}

/** Colours of the picture: ink, paper, and the blue of the brand. */
const colours = { ground: '#12263a', title: '#ffffff', text: '#b9cbdc', brand: '#54c4ff' } as const;

/** The picture of a shared page: the site's name, the title in large letters, a sentence, and a code that leads there. */
export function sharePicture(site: Site, { title, text, path }: Shared): Picture {
  const link = absolute(site, path);
  const words = (
    item: Pick<TextItem, 'text' | 'y' | 'lines' | 'size' | 'weight' | 'colour' | 'width'>,
  ): TextItem => ({
    kind: 'text',
    x: 80,
    align: 'left',
    ...item,
  });
  return {
    ...{ width: 1_200, height: 630, background: colours.ground },
    items: [
      words({
        text: site.name,
        y: 72,
        lines: 1,
        size: 34,
        weight: 'bold',
        colour: colours.brand,
        width: 1_040,
      }),
      words({ text: title, y: 168, lines: 3, size: 72, weight: 'bold', colour: colours.title, width: 1_040 }),
      words({
        text: plainText(text, 90),
        ...{ y: 478, lines: 2, size: 30, weight: 'regular', colour: colours.text },
        width: link ? 800 : 1_040,
      }),
      ...(link ? [{ kind: 'code' as const, text: link, x: 960, y: 430, size: 160 }] : []),
    ],
  };
}
