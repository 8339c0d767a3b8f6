import { useEffect, useState } from 'react';
import { useChat } from '../connection/chat.tsx';
import { type ElementRef, useSurfaceContext } from '../surface/surface.ts';
import { type ChoiceGroup, choiceOfOption } from './choices.ts';

const loadAfterMs = 250;
/** Slack's own default. */
const defaultMinimum = 3;

export interface ChoicesRequest {
  groups: ChoiceGroup[];
  /** Shown in the list if it's empty. */
  emptyText: string;
  loading: boolean;
}

interface LoadedOptions {
  query: string;
  groups: ChoiceGroup[];
  emptyText: string;
}

/** The options of an external select, loaded from the app while the user types. */
export function useExternalChoices(ask: {
  spot: ElementRef;
  minimum: number | undefined;
  query: string;
  active: boolean;
}): ChoicesRequest {
  const { perform } = useChat();
  const { container } = useSurfaceContext();
  const [answered, setAnswered] = useState<LoadedOptions>();
  const { blockId, actionId } = ask.spot;
  const { query, active } = ask;
  const minimum = ask.minimum ?? defaultMinimum;
  const missing = minimum - query.trim().length;

  useEffect(() => {
    if (!active) {
      // Reloaded at every opening, because the app's options can change.
      setAnswered(undefined);
      return;
    }
    if (missing > 0) return;
    let current = true;
    const timer = window.setTimeout(
      async () => {
        const answer = await perform('options', { container, blockId, actionId, query });
        if (!current) return;
        if (!answer.ok) setAnswered({ query, groups: [], emptyText: answer.error });
        else if ('groups' in answer) {
          const groups = answer.groups.map(({ label, options }) => ({
            label,
            choices: options.map(choiceOfOption),
          }));
          setAnswered({ query, groups, emptyText: 'No results' });
        } else {
          setAnswered({
            query,
            groups: [{ choices: answer.options.map(choiceOfOption) }],
            emptyText: 'No results',
          });
        }
      },
      query ? loadAfterMs : 0,
    );
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [perform, container, blockId, actionId, query, active, missing]);

  if (missing > 0) {
    const emptyText = `Type ${missing} more ${missing === 1 ? 'character' : 'characters'} to search`;
    return { groups: [], emptyText, loading: false };
  }
  if (answered?.query !== query) return { groups: [], emptyText: 'Loading…', loading: active };
  return { groups: answered.groups, emptyText: answered.emptyText, loading: false };
}
