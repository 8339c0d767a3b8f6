import type { FileInput as FileInputElement } from '@slack/types';
import { useEffect, useId, useRef, useState } from 'react';
import { useChat } from '../connection/chat.tsx';
import type { SentFile } from '../connection/user-actions.ts';
import { Icon } from '../parts/icons.tsx';
import { useEntry, useNaming } from './field.ts';

function isSentFile(value: unknown): value is SentFile {
  return typeof value === 'object' && value !== null && 'name' in value;
}

const defaultMaximum = 10;

/** Chooses files, and uploads them at once, as Slack does. */
export function FileInput({ element }: { element: FileInputElement }) {
  const naming = useNaming('Files');
  const { value, type } = useEntry(element);
  const files = Array.isArray(value) ? value.filter(isSentFile) : [];
  const maximum = element.max_files ?? defaultMaximum;
  const { upload } = useChat();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    // the field lost the focus while disabled
    if (wasBusy.current && !busy) input.current?.focus();
    wasBusy.current = busy;
  }, [busy]);
  const [refused, setRefused] = useState<string[]>([]);
  const refusalId = useId();
  const describedBy = [naming['aria-describedby'], refused.length > 0 && refusalId].filter(Boolean).join(' ');
  const add = async (list: FileList | null) => {
    setBusy(true);
    const answer = await upload('field', [...(list ?? [])].slice(0, maximum - files.length));
    setBusy(false);
    setRefused(answer.refused);
    type([...files, ...answer.sent]);
  };
  return (
    <div className="file-input">
      <input
        ref={input}
        {...naming}
        aria-describedby={describedBy || undefined}
        type="file"
        multiple={maximum > 1}
        accept={element.filetypes?.map((kind) => `.${kind}`).join(',')}
        aria-busy={busy}
        disabled={busy || files.length >= maximum}
        onChange={(event) => {
          void add(event.target.files);
          // Emptied, so that a file that was removed can be chosen again.
          event.target.value = '';
        }}
      />
      {files.map((file, index) => (
        <span key={`${index}-${file.name}`} className="chip">
          <Icon name="file" size={14} />
          {file.name}
          <button
            type="button"
            aria-label={`Remove ${file.name}`}
            onClick={() => type(files.filter((one) => one !== file))}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
      {refused.length > 0 && (
        <p id={refusalId} className="input-error" role="alert">
          {refused.join(' ')}
        </p>
      )}
    </div>
  );
}
