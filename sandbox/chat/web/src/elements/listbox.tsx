import { useEffect, useRef } from 'react';
import { Icon } from '../parts/icons.tsx';
import { TextWithEmoji } from '../text/emoji-glyph.tsx';
import type { Choice, ChoiceGroup } from './choices.ts';

export function optionId(listId: string, choice: Choice): string {
  return `${listId}-${encodeURIComponent(choice.key)}`;
}

interface ListboxProps {
  id: string;
  label: string;
  groups: ChoiceGroup[];
  emptyText: string;
  full: string;
  multi: boolean;
  chosen: Choice[];
  /** The active option for the keyboard. The focus stays in the text field. */
  current: Choice | undefined;
  onPick(choice: Choice): void;
}

export function Listbox({
  id,
  label,
  groups,
  emptyText,
  full,
  multi,
  chosen,
  current,
  onPick,
}: ListboxProps) {
  const empty = groups.every((group) => group.choices.length === 0);
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      aria-multiselectable={multi}
      className="listbox"
      tabIndex={-1}
    >
      {empty && (
        <p className="listbox-remark" role="status">
          {emptyText}
        </p>
      )}
      {full && !empty && <p className="listbox-remark">{full}</p>}
      {groups.map((group) => (
        <fieldset key={group.label ?? ''} className="listbox-group" aria-label={group.label}>
          {group.label && <div className="listbox-label">{group.label}</div>}
          {group.choices.map((choice) => (
            <ListOption
              key={choice.key}
              id={optionId(id, choice)}
              choice={choice}
              chosen={chosen.some((one) => one.key === choice.key)}
              current={choice.key === current?.key}
              onPick={onPick}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

interface ListOptionProps {
  id: string;
  choice: Choice;
  chosen: boolean;
  current: boolean;
  onPick(choice: Choice): void;
}

function ListOption({ id, choice, chosen, current, onPick }: ListOptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      className={current ? 'listbox-option listbox-option-current' : 'listbox-option'}
      aria-label={choice.text}
      aria-description={choice.description}
      aria-selected={chosen}
      // The text field must keep the focus: losing it closes the list.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(choice)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onPick(choice);
      }}
    >
      <span className="listbox-text">
        <span>
          <TextWithEmoji text={choice.text} />
        </span>
        {choice.description && <small>{choice.description}</small>}
      </span>
      {chosen && <Icon name="check" size={16} />}
    </div>
  );
}
