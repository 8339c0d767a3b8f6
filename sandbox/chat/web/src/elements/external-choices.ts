import { useEffect, useState } from 'react';
import { useChat } from '../connection/chat.tsx';
import { type Spot, useThisSurface } from '../surface/surface.ts';
import { type ChoiceGroup, choiceOfOption } from './choices.ts';

const askAfterMs = 250;
/** Slack's own default. */
const defaultMinimum = 3;

export interface ChoicesRequest {
  groups: ChoiceGroup[];
  /** Said in the list when there is nothing to choose from. */
  remark: string;
  loading: boolean;
}

interface Answered {
  query: string;
  groups: ChoiceGroup[];
  remark: string;
}

/** The options of an external select: asked from the app while the person types. */
export function useExternalChoices(ask: {
  spot: Spot;
  minimum: number | undefined;
  query: string;
  active: boolean;
}): ChoicesRequest {
  const { act } = useChat();
  const { container } = useThisSurface();
  const [answered, setAnswered] = useState<Answered>();
  const { blockId, actionId } = ask.spot;
  const { query, active } = ask;
  const minimum = ask.minimum ?? defaultMinimum;
  const missing = minimum - query.trim().length;

  useEffect(() => {
    if (!active) {
      // Asked anew at every opening: the app's answer may have changed since.
      setAnswered(undefined);
      return;
    }
    if (missing > 0) return;
    let current = true;
    const timer = window.setTimeout(
      async () => {
        const answer = await act('options', { container, blockId, actionId, query });
        if (!current) return;
        if (!answer.ok) setAnswered({ query, groups: [], remark: answer.error });
        else if ('groups' in answer) {
          const groups = answer.groups.map(({ label, options }) => ({
            label,
            choices: options.map(choiceOfOption),
          }));
          setAnswered({ query, groups, remark: 'No results' });
        } else {
          setAnswered({
            query,
            groups: [{ choices: answer.options.map(choiceOfOption) }],
            remark: 'No results',
          });
        }
      },
      query ? askAfterMs : 0,
    );
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [act, container, blockId, actionId, query, active, missing]);

  if (missing > 0) {
    const remark = `Type ${missing} more ${missing === 1 ? 'character' : 'characters'} to search`;
    return { groups: [], remark, loading: false };
  }
  if (answered?.query !== query) return { groups: [], remark: 'Loading…', loading: active };
  return { groups: answered.groups, remark: answered.remark, loading: false };
}
