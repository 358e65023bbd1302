import { PictureOutlined } from '@ant-design/icons';
import { useEffect, useRef, useState } from 'react';
import { useStoredImage } from './use-stored-image.ts';

/** A stored image, fetched once it is near the screen; a placeholder if it is unavailable. */
export function StoredImage({
  path,
  alt,
  className,
}: {
  readonly path: string;
  readonly alt: string;
  readonly className?: string;
}) {
  const [near, setNear] = useState(false);
  const place = useRef<HTMLImageElement>(null);
  const { url, broken } = useStoredImage(path, near);
  useEffect(() => {
    if (near || !place.current) return;
    const watch = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '200px' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [near]);
  if (broken) return <PictureOutlined aria-label={alt} />;
  // Until loaded it keeps its space, without the browser's icon for a missing picture.
  return <img ref={place} className={className} src={url ?? blank} alt={url ? alt : ''} />;
}

/** A picture of nothing. */
const blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
