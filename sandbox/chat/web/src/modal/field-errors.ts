import { useState } from 'react';
import type { StateValues } from '#sandbox/chat/protocol.ts';

interface Refused {
  /** Which answer of the app this is about. */
  answer: string;
  errors: Record<string, string>;
  /** What was refused: a message disappears as soon as its field says something else. */
  values: StateValues;
}

/** The messages at the fields of a modal. */
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
