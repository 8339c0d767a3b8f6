import type { Button as ButtonElement } from '@slack/types';
import { followLink, hashForUrl } from '../page-location.ts';
import { actionIdOf } from '../surface/element-values.ts';
import { useSurfaceContext } from '../surface/surface.ts';
import { TextObject } from '../text/mrkdwn-text.tsx';
import { useField } from './field.ts';

const styles = { primary: 'button button-primary', danger: 'button button-danger' };

export function Button({ element }: { element: ButtonElement }) {
  const surface = useSurfaceContext();
  const { blockId } = useField();
  const spot = { blockId, actionId: actionIdOf(element) };
  const busy = surface.isBusy(spot);
  const { url } = element;
  const style = element.style ? styles[element.style] : 'button';
  const press = () => {
    if (!busy) surface.dispatch(spot, { confirm: element.confirm });
  };
  if (url && /^https?:/i.test(url)) {
    const page = hashForUrl(url);
    return (
      <a
        className={style}
        href={url}
        target={page ? undefined : '_blank'}
        rel="noreferrer noopener"
        aria-label={element.accessibility_label}
        onClick={(event) => {
          press();
          if (page) followLink(page)(event);
        }}
      >
        <TextObject text={element.text} />
      </a>
    );
  }
  return (
    // `aria-busy` instead of `disabled`, because a disabled button loses the keyboard focus.
    <button
      type="button"
      className={style}
      aria-label={element.accessibility_label}
      aria-busy={busy}
      onClick={press}
    >
      <TextObject text={element.text} />
    </button>
  );
}
