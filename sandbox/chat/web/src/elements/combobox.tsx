import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import { Icon } from '../parts/icons.tsx';
import { Popover } from '../parts/popover.tsx';
import { TextWithEmoji } from '../text/emoji-glyph.tsx';
import type { Choice, ChoiceGroup } from './choices.ts';
import { useField, useNaming } from './field.ts';
import { useFocusOnLoad } from './focus-on-load.ts';
import { Listbox, optionId } from './listbox.tsx';

interface ComboboxProps {
  placeholder: string;
  /** Already filtered by the query. */
  groups: ChoiceGroup[];
  /** Shown instead of an empty list. */
  emptyText: string;
  busy: boolean;
  multi: boolean;
  /** Why no more options can be chosen; empty if more can. */
  full: string;
  chosen: Choice[];
  clearable: boolean;
  autoFocus: boolean;
  open: boolean;
  query: string;
  onOpen(open: boolean): void;
  onQuery(query: string): void;
  onToggle(choice: Choice): void;
  onClear(): void;
}

/** A text field that filters a list. A single choice is its text, multiple choices are chips before it. */
export function Combobox(props: ComboboxProps) {
  const { groups, multi, chosen, open, query, onOpen, onQuery, onToggle } = props;
  const field = useField();
  const naming = useNaming(props.placeholder);
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState(0);
  useFocusOnLoad(input, props.autoFocus);

  const choices = groups.flatMap((group) => group.choices);
  const current = open ? choices[Math.min(active, choices.length - 1)] : undefined;
  const only = multi ? undefined : chosen[0];

  const search = useCallback(
    (text: string) => {
      onQuery(text);
      setActive(0);
    },
    [onQuery],
  );
  const close = useCallback(() => {
    onOpen(false);
    search('');
  }, [onOpen, search]);
  const show = () => {
    if (open) return;
    onOpen(true);
    const at = choices.findIndex((choice) => choice.key === only?.key);
    setActive(Math.max(0, at));
  };
  const pick = (choice: Choice) => {
    onToggle(choice);
    if (!multi) close();
    else if (query) search('');
    input.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!open) show();
      else setActive((active + step + choices.length) % Math.max(1, choices.length));
    } else if (event.key === 'Enter') {
      // Enter chooses; it must not submit the modal.
      event.preventDefault();
      if (current) pick(current);
      else if (!open) show();
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Backspace' && multi && query === '') {
      const last = chosen.at(-1);
      if (last) onToggle(last);
    }
  };

  return (
    <div ref={box} className={multi ? 'combobox combobox-multi' : 'combobox'} data-invalid={field.invalid}>
      {multi &&
        chosen.map((choice) => (
          <span key={choice.key} className="chip">
            <TextWithEmoji text={choice.text} />
            <button type="button" aria-label={`Remove ${choice.text}`} onClick={() => onToggle(choice)}>
              <Icon name="close" size={12} />
            </button>
          </span>
        ))}
      <input
        ref={input}
        {...naming}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current && optionId(listId, current)}
        aria-required={!field.optional}
        aria-busy={props.busy}
        placeholder={only?.text ?? (multi && chosen.length > 0 ? '' : props.placeholder)}
        value={open || multi ? query : (only?.text ?? '')}
        onClick={show}
        onChange={(event) => {
          const { value } = event.target;
          // Typing into a closed field replaces the chosen text instead of appending to it.
          const begun = !open && only && value.startsWith(only.text) ? value.slice(only.text.length) : value;
          onOpen(true);
          search(begun);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {props.clearable && only && (
        <button
          type="button"
          className="combobox-clear"
          aria-label={`Clear ${field.name}`}
          onClick={props.onClear}
        >
          <Icon name="close" size={14} />
        </button>
      )}
      {props.busy ? (
        <span className="combobox-sign spinner" />
      ) : (
        // keyboard users have the field itself
        <button
          type="button"
          className="combobox-sign"
          tabIndex={-1}
          aria-hidden={true}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            input.current?.focus();
            if (open) close();
            else show();
          }}
        >
          <Icon name="chevron" size={16} />
        </button>
      )}
      {open && (
        <Popover anchor={box} matchWidth onClose={close}>
          <Listbox
            id={listId}
            label={field.name || props.placeholder}
            groups={groups}
            emptyText={props.emptyText}
            full={props.full}
            multi={multi}
            chosen={chosen}
            current={current}
            onPick={pick}
          />
        </Popover>
      )}
    </div>
  );
}
