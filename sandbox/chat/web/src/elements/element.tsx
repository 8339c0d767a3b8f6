import type { ActionsBlockElement, InputBlockElement, SectionBlockAccessory } from '@slack/types';
import { Button } from './button.tsx';
import { DateOrTime, DateTime } from './date-time.tsx';
import { FileInput } from './file-input.tsx';
import { Checkboxes, RadioButtons } from './option-list.tsx';
import { Picture, sourceOf } from './picture.tsx';
import { Select } from './select.tsx';
import { TextInput } from './text-input.tsx';

export type AnyKnownElement = ActionsBlockElement | InputBlockElement | SectionBlockAccessory;

/** Any element that Presscheck uses, by its type. */
export function Element({ element }: { element: AnyKnownElement }) {
  switch (element.type) {
    case 'button':
      return <Button element={element} />;
    case 'static_select':
    case 'external_select':
    case 'conversations_select':
    case 'multi_static_select':
    case 'multi_external_select':
    case 'multi_users_select':
      return <Select element={element} />;
    case 'datepicker':
    case 'timepicker':
      return <DateOrTime element={element} />;
    case 'datetimepicker':
      return <DateTime element={element} />;
    case 'radio_buttons':
      return <RadioButtons element={element} />;
    case 'checkboxes':
      return <Checkboxes element={element} />;
    case 'plain_text_input':
    case 'number_input':
      return <TextInput element={element} />;
    case 'file_input':
      return <FileInput element={element} />;
    case 'image':
      return <Picture source={sourceOf(element)} alt={element.alt_text} className="accessory-image" />;
    default:
      return <span className="unknown">Can’t show this element here: {element.type}</span>;
  }
}
