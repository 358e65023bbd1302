import { PictureOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useFieldServices } from '../services.ts';

/** A stored image; a mark in its place where it cannot be had. */
export function StoredImage({
  path,
  alt,
  className,
}: {
  readonly path: string;
  readonly alt: string;
  readonly className?: string;
}) {
  const { imageUrl } = useFieldServices();
  const [broken, setBroken] = useState('');
  if (broken === path) return <PictureOutlined aria-label={alt} />;
  return (
    <img
      className={className}
      src={imageUrl(path)}
      alt={alt}
      loading="lazy"
      onError={() => setBroken(path)}
    />
  );
}
