import type { FileInput as FileInputElement } from '@slack/types';
import { Icon } from '../parts/icons.tsx';
import { useEntry, useNaming } from './field.ts';

interface ChosenFile {
  name: string;
  size: number;
  mimetype: string;
}

function isChosenFile(value: unknown): value is ChosenFile {
  return typeof value === 'object' && value !== null && 'name' in value;
}

const defaultMaximum = 10;

/** Chooses files; only what they are called and how large they are is sent, never what is in them. */
export function FileInput({ element }: { element: FileInputElement }) {
  const naming = useNaming('Files');
  const { value, type } = useEntry(element);
  const files = Array.isArray(value) ? value.filter(isChosenFile) : [];
  const maximum = element.max_files ?? defaultMaximum;
  const add = (list: FileList | null) => {
    const added = [...(list ?? [])].map(({ name, size, type }) => ({ name, size, mimetype: type }));
    type([...files, ...added].slice(0, maximum));
  };
  return (
    <div className="file-input">
      <input
        {...naming}
        type="file"
        multiple={maximum > 1}
        accept={element.filetypes?.map((kind) => `.${kind}`).join(',')}
        disabled={files.length >= maximum}
        onChange={(event) => {
          add(event.target.files);
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
    </div>
  );
}
