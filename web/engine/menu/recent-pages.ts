import { z } from 'zod';

const kept = 8;
const paths = z.array(z.string());
const keyOf = (userId: number) => `yikao.recent.${userId}`;

/** Paths of the pages that this person showed last in this browser, the latest first. */
export function recentPages(userId: number): readonly string[] {
  try {
    return paths.parse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]'));
  } catch {
    return [];
  }
}

/** Notes that this person now sees the page at `path`. */
export function noteRecentPage(userId: number, path: string): void {
  const others = recentPages(userId).filter(other => other !== path);
  localStorage.setItem(keyOf(userId), JSON.stringify([path, ...others].slice(0, kept)));
}
