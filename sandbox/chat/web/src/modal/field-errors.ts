import { useState } from 'react';
import type { StateValues } from '#sandbox/chat/protocol.ts';

interface Refused {
  /** Identifies the app's response. */
  answer: string;
  errors: Record<string, string>;
  /** The refused values: an error disappears as soon as its field changes. */
  values: StateValues;
}

/** The field errors of a modal. */
export function useFieldErrors(fromApp: Record<string, string>, values: StateValues, waiting: boolean) {
  const answer = waiting ? 'waiting' : JSON.stringify(fromApp);
  const [last, setLast] = useState<Refused>({ answer: '{}', errors: {}, values });
  let refused = last;
  if (last.answer !== answer) {
    refused = { answer, errors: waiting ? {} : fromApp, values };
    setLast(refused);
  }
  const same = (blockId: string) =>
    JSON.stringify(values[blockId]) === JSON.stringify(refused.values[blockId]);
  return Object.fromEntries(Object.entries(refused.errors).filter(([blockId]) => same(blockId)));
}
