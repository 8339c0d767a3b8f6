import { useState } from 'react';
import { Icon } from '../parts/icons.tsx';

interface PictureProps {
  source: string | undefined;
  alt: string;
  className: string;
}

/** The URL of an image: its `image_url`, or that of its Slack file. */
export function sourceOf(image: { image_url?: string; slack_file?: { url?: string; id?: string } }) {
  return image.image_url ?? image.slack_file?.url;
}

/** An image, replaced by its alt text if it can't be loaded. */
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
