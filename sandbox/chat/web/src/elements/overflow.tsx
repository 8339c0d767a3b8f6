import type { Overflow as OverflowElement } from '@slack/types';
import { Icon } from '../parts/icons.tsx';
import { Menu } from '../parts/menu.tsx';
import { actionIdOf } from '../surface/element-values.ts';
import { useThisSurface } from '../surface/surface.ts';
import { TextObject } from '../text/mrkdwn-text.tsx';
import { useField } from './field.ts';

export function Overflow({ element }: { element: OverflowElement }) {
  const surface = useThisSurface();
  const { blockId } = useField();
  const spot = { blockId, actionId: actionIdOf(element) };
  const items = element.options.map((option, index) => ({
    key: option.value ?? String(index),
    text: <TextObject text={option.text} />,
    detail: option.description?.text,
    onPick: () => {
      if (option.url) window.open(option.url, '_blank', 'noreferrer');
      const value = { type: 'overflow', selected_option: option };
      surface.dispatch(spot, { value, confirm: element.confirm });
    },
  }));
  return (
    <Menu label="More options" className="button button-square" busy={surface.isBusy(spot)} items={items}>
      <Icon name="more" />
    </Menu>
  );
}
