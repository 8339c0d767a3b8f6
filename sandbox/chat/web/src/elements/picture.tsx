import { useState } from 'react';
import { Icon } from '../parts/icons.tsx';

interface PictureProps {
  source: string | undefined;
  alt: string;
  className: string;
}

/** Everything that has an address of a picture: by `image_url`, or a file that has one. */
export function sourceOf(image: { image_url?: string; slack_file?: { url?: string; id?: string } }) {
  return image.image_url ?? image.slack_file?.url;
}

/** A picture; when it cannot be loaded, its description in its place. */
export function Picture({ source, alt, className }: PictureProps) {
  const [broken, setBroken] = useState('');
  const [loaded, setLoaded] = useState('');
  if (!source || broken === source) {
    return (
      <span className={`${className} picture-broken`} role="img" aria-label={alt}>
        <Icon name="image" />
        <span>{alt}</span>
      </span>
    );
  }
  return (
    <img
      className={className}
      src={source}
      alt={alt}
      data-loading={loaded !== source}
      onLoad={() => setLoaded(source)}
      onError={() => setBroken(source)}
    />
  );
}
