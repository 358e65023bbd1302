import type { TriedPage } from '@yikao/model/contexts/content/crawler.calls.ts';

/** A fetched page, as the reading thread gets it. */
export interface PageBytes {
  readonly url: string;
  readonly charset: string | undefined;
  readonly bytes: Uint8Array;
}

/** The selectors of items and their parts (domain L3); null finds them by their shape. */
export interface ReadingRules {
  readonly listSelector: string | null;
  readonly titleSelector: string | null;
  readonly contentSelector: string | null;
  readonly dateSelector: string | null;
  /** Selector of the link to the next page; an address with `{page}` is not for the reader. */
  readonly nextPage: string | null;
}

/** An item of a list or feed. */
export interface ListItem {
  /** Its address without what varies from one link to the next. */
  readonly url: string;
  /** '' if the list gives none. */
  readonly title: string;
  /** `YYYY-MM-DD`, if the list gives one. */
  readonly publishDate: string | null;
}

/** The content of a list page. */
export interface Listing {
  readonly kind: 'list' | 'feed';
  /** Elements that the selector matches, those without a link and those beyond the limit included. */
  readonly matched: number;
  readonly items: readonly ListItem[];
  readonly nextUrl: string | null;
  /** Set if there is no list selector, and the page is no feed. */
  readonly notFeed: boolean;
  /** Set for a feed that ends in the middle: its whole items were read. */
  readonly cut?: boolean;
}

/** The content of a page. */
export interface Article extends Pick<TriedPage, 'titleBy' | 'dateBy' | 'contentBy'> {
  readonly title: string;
  readonly publishDate: string | null;
  /** Sanitised HTML; '' if nothing was found. */
  readonly content: string;
  /** Its text without gaps, in characters. */
  readonly textLength: number;
  readonly excerpt: string;
  readonly picture: string | null;
}

/** An order to the reading thread; `now` in milliseconds. */
export type ReadingOrder =
  | {
      readonly id: number;
      readonly kind: 'list';
      readonly page: PageBytes;
      readonly rules: ReadingRules;
      readonly now: number;
    }
  | {
      readonly id: number;
      readonly kind: 'article';
      readonly page: PageBytes;
      readonly rules: ReadingRules;
      readonly item: ListItem;
      readonly now: number;
    };

/** The answer of the reading thread. */
export type ReadingReport =
  | { readonly id: number; readonly listing: Listing }
  | { readonly id: number; readonly article: Article }
  | { readonly id: number; readonly failure: string };
