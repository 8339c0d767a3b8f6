import { useRef, useState } from 'react';
import { Picture } from '../../../chat/web/src/elements/picture.tsx';
import { Icon } from '../../../chat/web/src/parts/icons.tsx';

/** Pictures and videos side by side, one in view at a time. */
export function Media({ addresses }: { addresses: string[] }) {
  const strip = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const count = addresses.length;
  const go = (by: number) =>
    strip.current?.scrollTo({ left: (shown + by) * strip.current.clientWidth, behavior: 'smooth' });
  return (
    <div className="media">
      <div
        className="strip"
        ref={strip}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(Math.min(count - 1, Math.round(scrollLeft / clientWidth)))
        }
      >
        {addresses.map((address, at) => (
          <OneMedium key={at} address={address} name={count > 1 ? `${at + 1} of ${count}` : ''} />
        ))}
      </div>
      {count > 1 && (
        <>
          <span className="media-place">
            {shown + 1}/{count}
          </span>
          {shown > 0 && <Step label="Previous" onGo={() => go(-1)} />}
          {shown < count - 1 && <Step label="Next" onGo={() => go(1)} />}
        </>
      )}
    </div>
  );
}

function OneMedium({ address, name }: { address: string; name: string }) {
  const source = /^https?:/i.test(address) ? address : undefined;
  if (source && /\.(mp4|m4v|mov|webm)([?#]|$)/i.test(source)) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the videos are anyone's, and come without captions
      <video
        className="medium"
        src={source}
        aria-label={`Video ${name}`.trim()}
        controls
        preload="metadata"
      />
    );
  }
  return <Picture className="medium" source={source} alt={`Image ${name}`.trim()} />;
}

function Step({ label, onGo }: { label: 'Previous' | 'Next'; onGo(): void }) {
  return (
    <button type="button" className={`step step-${label.toLowerCase()}`} aria-label={label} onClick={onGo}>
      <Icon name="chevron" size={16} />
    </button>
  );
}
