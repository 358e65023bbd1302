import { useEffect, useState } from 'react';
import { useFieldServices } from '../services.ts';

/** Loads under way, which a print waits for. */
const loading = new Set<Promise<unknown>>();

/** Waits until the stored images being loaded have arrived or failed. */
export async function storedImagesLoaded(): Promise<void> {
  while (loading.size > 0) await Promise.allSettled([...loading]);
}

/** A stored image for a page: its address once loaded, and whether loading failed. */
export interface ShownImage {
  readonly url: string | undefined;
  readonly broken: boolean;
}

const none: ShownImage = { url: undefined, broken: false };

/**
 * A stored image, fetched with the person's session, since most are visible only to people who may see the row. It is
 * released as soon as it is no longer shown. Nothing is fetched while `wanted` is false.
 */
export function useStoredImage(path: string | null, wanted = true): ShownImage {
  const { loadImage } = useFieldServices();
  const [shown, setShown] = useState<ShownImage & { readonly path: string | null }>({ ...none, path: null });
  useEffect(() => {
    if (path === null || !wanted) return;
    const stop = new AbortController();
    let url: string | undefined;
    const load = loadImage(path, stop.signal)
      .then(blob => {
        if (stop.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setShown({ path, url, broken: false });
      })
      .catch(() => {
        if (!stop.signal.aborted) setShown({ path, url: undefined, broken: true });
      })
      .finally(() => loading.delete(load));
    loading.add(load);
    return () => {
      stop.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [path, wanted, loadImage]);
  return shown.path === path ? shown : none;
}
