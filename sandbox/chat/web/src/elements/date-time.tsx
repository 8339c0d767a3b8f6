import type { Datepicker, DateTimepicker, Timepicker } from '@slack/types';
import { useRef, useState } from 'react';
import { useChat } from '../connection/chat.tsx';
import { fromWallClock, wallClock, zoneName } from '../text/zoned-time.ts';
import { useEntry, useNaming } from './field.ts';
import { useFocusOnLoad } from './focus-on-load.ts';

/** The browser's native date and time fields, which are accessible. */
export function DateOrTime({ element }: { element: Datepicker | Timepicker }) {
  const naming = useNaming(element.placeholder?.text ?? (element.type === 'datepicker' ? 'Date' : 'Time'));
  const { value, choose, busy } = useEntry(element);
  const input = useRef<HTMLInputElement>(null);
  useFocusOnLoad(input, element.focus_on_load);
  const zone = element.type === 'timepicker' ? element.timezone : undefined;
  return (
    <span className="moment">
      <input
        ref={input}
        {...naming}
        className="input input-moment"
        type={element.type === 'datepicker' ? 'date' : 'time'}
        aria-busy={busy}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => choose(event.target.value || null)}
      />
      {zone && <span className="moment-zone">{zoneName(zone)}</span>}
    </span>
  );
}

/** A datetime picker: Unix seconds, entered in the user's time zone. */
export function DateTime({ element }: { element: DateTimepicker }) {
  const { state } = useChat();
  const zone = state.me.zone;
  const naming = useNaming('Date and time');
  const { value, choose, busy } = useEntry(element);
  const input = useRef<HTMLInputElement>(null);
  useFocusOnLoad(input, element.focus_on_load);
  const [typed, setTyped] = useState('');
  // While a year is being typed, it passes through early centuries with odd zone offsets, so the typed text stays as long as it means the same value.
  const meant = typeof value === 'number' && fromWallClock(typed, zone) === value;
  const shown = typeof value === 'number' ? wallClock(value, zone).slice(0, 16) : '';
  return (
    <span className="moment">
      <input
        ref={input}
        {...naming}
        className="input input-moment"
        type="datetime-local"
        aria-busy={busy}
        value={meant ? typed : shown}
        onChange={(event) => {
          setTyped(event.target.value);
          choose(fromWallClock(event.target.value, zone) ?? null);
        }}
      />
      <span className="moment-zone">{zoneName(zone)}</span>
    </span>
  );
}
