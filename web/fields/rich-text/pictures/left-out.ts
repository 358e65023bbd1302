import { mediaAddress, pictureAddress } from '@yikao/model/rules/rich-text/addresses.ts';
import { attributesOf } from '../clean-html.ts';

/** Kinds of what a paste leaves out, in the order in which they are named. */
export const leftOutKinds = [
  /** Pictures on the disk of the person who pastes: a browser gives a page no access to them. */
  'diskPicture',
  /** Pictures whose address means nothing outside of the program that they were copied from. */
  'lostPicture',
  /** Pictures of a type that rich text does not take, and larger ones than it takes. */
  'pictureKind',
  'pictureSize',
  'pictureFailed',
  'video',
  'voice',
  'card',
  'frame',
  'formula',
  'control',
  'file',
] as const;

/** See {@link leftOutKinds}. */
export type LeftOutKind = (typeof leftOutKinds)[number];

/** Counts what was left out, by kind, and names the pictures whose upload failed. */
export class LeftOut {
  readonly counts: ReadonlyMap<LeftOutKind, number>;
  readonly failed: readonly string[];

  constructor(counts: ReadonlyMap<LeftOutKind, number> = new Map(), failed: readonly string[] = []) {
    this.counts = counts;
    this.failed = failed;
  }

  /** This and one more of a kind, which has a name if it is a picture whose upload failed. */
  and(kind: LeftOutKind, name?: string): LeftOut {
    const counts = new Map(this.counts).set(kind, (this.counts.get(kind) ?? 0) + 1);
    return new LeftOut(counts, name === undefined ? this.failed : [...this.failed, name]);
  }

  /** This and all that another paste left out. */
  with(other: LeftOut): LeftOut {
    const counts = new Map(this.counts);
    for (const [kind, count] of other.counts) counts.set(kind, (counts.get(kind) ?? 0) + count);
    return new LeftOut(counts, [...this.failed, ...other.failed]);
  }

  /** Reports whether nothing was left out. */
  get isNone(): boolean {
    return this.counts.size === 0;
  }
}

/** Parts of official accounts that their app draws, and what editors of other sites embed. */
const parts: readonly (readonly [LeftOutKind, string])[] = [
  [
    'video',
    'mpvideo, mpvideosnap, mp-common-videosnap, mp-common-mpvideo, .video_iframe, [data-vidtype], iframe[src*="v.qq.com"], iframe[data-src*="v.qq.com"]',
  ],
  ['voice', 'mpvoice, mp-common-mpaudio, qqmusic, mp-common-qqmusic, .voice_iframe, .qqmusic_iframe'],
  [
    'card',
    'mp-common-profile, mp-common-miniprogram, mp-miniprogram, mp-weapp, mp-common-product, mp-common-cpsad, mpcps, mpcpc, mp-common-cpcad, mp-common-poi, mppoi, mp-common-vote, mp-common-redpacketcover, mp-common-sticker, mpgongyi, .card_iframe, .vote_iframe, .shopcard_iframe, .weapp_text_link_wrp, .res_iframe',
  ],
  ['frame', 'iframe, frame, object, embed, applet'],
  ['formula', 'math'],
  ['control', 'select, textarea, button, option'],
];

/** Formulas that are also there as text, and so are no loss. */
const drawnTwice = '.katex-mathml *, mjx-assistive-mml *';

/** Reports whether a video or a recording has an address that may be stored. */
function isPlayable(element: Element): boolean {
  const sources = [element, ...element.querySelectorAll('source')];
  return sources.some(source => mediaAddress(source.getAttribute('src') ?? '') !== undefined);
}

function kindOf(element: Element): LeftOutKind | undefined {
  const tag = element.localName;
  if (tag === 'video' || tag === 'audio')
    return isPlayable(element) ? undefined : tag === 'video' ? 'video' : 'voice';
  if (tag === 'canvas') return 'lostPicture';
  if (tag === 'img') {
    const source = element.getAttribute('src') ?? '';
    // One without an address shows nothing, and one that is written as text is stored.
    if (pictureAddress(attributesOf(element)) !== undefined || source === '' || isWritten(source))
      return undefined;
    return /^file:/i.test(source) ? 'diskPicture' : 'lostPicture';
  }
  if (element.matches(drawnTwice)) return undefined;
  return parts.find(([, selector]) => element.matches(selector))?.[0];
}

/** Reports whether the address of a picture holds the picture itself. */
export function isWritten(address: string): boolean {
  return /^data:image\//i.test(address);
}

/** Takes what rich text cannot hold out of a pasted page, and counts it. A part within another one is not counted. */
export function takeOutParts(page: Document): LeftOut {
  let found = new LeftOut();
  const all = ['img, video, audio, canvas', ...parts.map(([, selector]) => selector)].join(', ');
  for (const element of page.body.querySelectorAll(all)) {
    if (!page.body.contains(element)) continue;
    const kind = kindOf(element);
    if (kind === undefined) continue;
    found = found.and(kind);
    element.remove();
  }
  return found;
}
