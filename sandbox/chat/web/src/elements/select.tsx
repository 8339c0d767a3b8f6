import type { MultiSelect, Select as SingleSelect } from '@slack/types';
import { useMemo, useState } from 'react';
import { useChat } from '../connection/chat.tsx';
import { type Choice, chosenFrom, localChoices, matching } from './choices.ts';
import { Combobox } from './combobox.tsx';
import { useExternalChoices } from './external-choices.ts';
import { useEntry, useField } from './field.ts';

/** Every kind of select. They differ only in where the options come from. */
export function Select({ element }: { element: SingleSelect | MultiSelect }) {
  const { state } = useChat();
  const field = useField();
  const entry = useEntry(element);
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState(false);

  const local = useMemo(() => localChoices(element, state), [element, state]);
  const choices = useExternalChoices({
    spot: entry.spot,
    minimum: 'min_query_length' in element ? element.min_query_length : undefined,
    query,
    active: open && !local,
  });

  const multi = element.type.startsWith('multi_');
  const chosen = chosenFrom(entry.value, local ?? choices.groups);
  const limit = 'max_selected_items' in element ? element.max_selected_items : undefined;

  const toggle = (choice: Choice) => {
    if (!multi) return entry.choose(choice.value);
    const without = chosen.filter((one) => one.key !== choice.key);
    if (without.length === chosen.length && limit !== undefined && chosen.length >= limit) return;
    const next = without.length < chosen.length ? without : [...chosen, choice];
    entry.choose(next.map((one) => one.value));
  };

  return (
    <Combobox
      placeholder={element.placeholder?.text ?? (multi ? 'Select options' : 'Select an option')}
      groups={local ? matching(local, query) : choices.groups}
      emptyText={local ? 'No results' : choices.emptyText}
      busy={entry.busy || choices.loading}
      multi={multi}
      full={multi && limit !== undefined && chosen.length >= limit ? `You can choose up to ${limit}` : ''}
      chosen={chosen}
      clearable={field.optional && !multi}
      autoFocus={element.focus_on_load ?? false}
      open={open}
      query={query}
      onOpen={setOpen}
      onQuery={setQuery}
      onToggle={toggle}
      onClear={() => entry.choose(null)}
    />
  );
}
