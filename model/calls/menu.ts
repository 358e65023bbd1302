import { z } from 'zod';

/** One entry of the menu tree (spec section 3, menu entry). */
export interface MenuEntry {
  /** Null for an entry that opens the home page (spec section 2). */
  permId: number | null;
  /** Address of the page; blank for a group. */
  permUrl: string;
  /** Name of an icon of the shell, or blank. */
  icon: string;
  /** Title, in the language of the request. */
  description: string;
  /** Title in the other language, as searched. Blank for a title without one. */
  otherTitle?: string | undefined;
  /** Pinyin of its Chinese title, as searched: ` YIN YUE`. Blank for a title without Chinese. */
  pinyin?: string | undefined;
  children: MenuEntry[];
}

/** See {@link MenuEntry}. */
export const menuEntry: z.ZodType<MenuEntry> = z.object({
  permId: z.number().int().nullable(),
  permUrl: z.string(),
  icon: z.string(),
  description: z.string(),
  otherTitle: z.string().optional(),
  pinyin: z.string().optional(),
  get children() {
    return z.array(menuEntry);
  },
});

/** The menu of a person. */
export const menuList = z.array(menuEntry);
