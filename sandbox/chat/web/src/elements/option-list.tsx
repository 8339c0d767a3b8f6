import type {
  Checkboxes as CheckboxesElement,
  Option,
  RadioButtons as RadioButtonsElement,
} from '@slack/types';
import { useId } from 'react';
import { TextObject } from '../text/mrkdwn-text.tsx';
import { plainText } from '../text/plain.ts';
import { useEntry, useGroupNaming } from './field.ts';

function valueOfOption(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : undefined;
}

export function RadioButtons({ element }: { element: RadioButtonsElement }) {
  const { value, choose } = useEntry(element);
  const naming = useGroupNaming();
  const name = useId();
  return (
    <div className="option-list" role="radiogroup" {...naming}>
      {element.options.map((option) => (
        <OptionRow
          key={option.value}
          type="radio"
          name={name}
          option={option}
          checked={valueOfOption(value) === option.value}
          onChange={() => choose(option)}
        />
      ))}
    </div>
  );
}

export function Checkboxes({ element }: { element: CheckboxesElement }) {
  const { value, choose } = useEntry(element);
  const naming = useGroupNaming();
  const name = useId();
  const ticked = new Set(Array.isArray(value) ? value.map(valueOfOption) : []);
  const toggle = (option: Option) => {
    const wasTicked = ticked.has(option.value);
    // In the order of the options, not of the clicks.
    choose(element.options.filter((one) => (one === option ? !wasTicked : ticked.has(one.value))));
  };
  return (
    <fieldset className="option-list" {...naming}>
      {element.options.map((option) => (
        <OptionRow
          key={option.value}
          type="checkbox"
          name={name}
          option={option}
          checked={ticked.has(option.value)}
          onChange={() => toggle(option)}
        />
      ))}
    </fieldset>
  );
}

interface OptionRowProps {
  type: 'radio' | 'checkbox';
  name: string;
  option: Option;
  checked: boolean;
  onChange(): void;
}

function OptionRow({ type, name, option, checked, onChange }: OptionRowProps) {
  const descriptionId = useId();
  return (
    <label className="option-row">
      <input
        type={type}
        name={name}
        checked={checked}
        aria-label={plainText(option.text)}
        aria-describedby={option.description && descriptionId}
        onChange={onChange}
      />
      <span>
        <TextObject text={option.text} />
        {option.description && (
          <small id={descriptionId}>
            <TextObject text={option.description} />
          </small>
        )}
      </span>
    </label>
  );
}
