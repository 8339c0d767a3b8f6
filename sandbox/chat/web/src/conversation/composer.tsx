import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Shortcut, SlashCommand } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import type { SentFile } from '../connection/user-actions.ts';
import { Icon } from '../parts/icons.tsx';
import { Menu } from '../parts/menu.tsx';
import { CommandMenu, commandOptionId, findCommands } from './command-menu.tsx';

interface ComposerProps {
  label: string;
  /** Suggested while the text starts with `/`. Empty in a thread, where Slack doesn't run commands. */
  commands: SlashCommand[];
  /** Shown in their own menu. */
  shortcuts?: Shortcut[];
  onShortcut?(shortcut: Shortcut): void;
  /** Whether to focus it at first, as in a thread. */
  focused?: boolean;
  onSend(text: string, files: SentFile[]): Promise<{ ok: boolean; notice?: string }>;
}

export function Composer({
  label,
  commands,
  shortcuts = [],
  onShortcut,
  focused = false,
  onSend,
}: ComposerProps) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [closed, setClosed] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const menuId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<SentFile[]>([]);
  const { upload, showToast } = useChat();
  useEffect(() => {
    if (focused) input.current?.focus({ preventScroll: true });
  }, [focused]);

  const found = closed ? [] : findCommands(commands, text);
  const current = found[Math.min(active, found.length - 1)];
  const running = commands.find((one) => text.startsWith(`${one.command} `));

  const write = (next: string) => {
    setText(next);
    setActive(0);
    setClosed(false);
  };
  const take = (command: SlashCommand) => {
    write(`${command.command} `);
    input.current?.focus();
  };
  const send = async () => {
    const sent = text.trim();
    const isCommand = sent.startsWith('/');
    if (!sent && files.length === 0) return;
    write('');
    if (!isCommand) setFiles([]);
    const answer = await onSend(sent, isCommand ? [] : files);
    // Restore the refused text, unless the user has already typed something else.
    if (!answer.ok || answer.notice) setText((now) => now || sent);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (current && step) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    } else if (current && event.key === 'Escape') {
      event.preventDefault();
      setClosed(true);
    } else if (current && (event.key === 'Tab' || (event.key === 'Enter' && text !== current.command))) {
      event.preventDefault();
      take(current);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void send();
    }
  };

  return (
    <div className="composer">
      {found.length > 0 && <CommandMenu id={menuId} commands={found} current={current} onPick={take} />}
      {running?.usageHint && (
        <p className="composer-hint">
          <code>{running.command}</code> {running.usageHint}
        </p>
      )}
      {files.length > 0 && (
        <div className="composer-files">
          {files.map((file) => (
            <span key={file.id} className="chip">
              <Icon name="file" size={14} />
              {file.name}
              <button
                type="button"
                aria-label={`Remove ${file.name}`}
                onClick={() => setFiles(files.filter((one) => one !== file))}
              >
                <Icon name="close" size={12} />
              </button>
            </span>
          ))}
        </div>
      )}
      <div className="composer-box">
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label="Files to attach"
          onChange={async (event) => {
            const picked = [...(event.target.files ?? [])];
            // Emptied, so that a file that was removed can be picked again.
            event.target.value = '';
            const { sent, refused } = await upload('message', picked);
            for (const words of refused) showToast(words);
            setFiles((now) => [...now, ...sent]);
            input.current?.focus();
          }}
        />
        <button
          type="button"
          className="icon-button"
          aria-label="Attach files"
          title="Attach files"
          onClick={() => picker.current?.click()}
        >
          <Icon name="attach" />
        </button>
        {shortcuts.length > 0 && (
          <Menu
            label="Shortcuts"
            align="start"
            items={shortcuts.map((shortcut) => ({
              key: shortcut.callbackId,
              text: shortcut.name,
              detail: shortcut.description,
              onPick: () => onShortcut?.(shortcut),
            }))}
          >
            <Icon name="bolt" />
          </Menu>
        )}
        <textarea
          ref={input}
          rows={1}
          aria-label={label}
          placeholder={label}
          aria-autocomplete={commands.length > 0 ? 'list' : undefined}
          aria-controls={found.length > 0 ? menuId : undefined}
          aria-activedescendant={current && commandOptionId(menuId, current)}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="composer-send"
          aria-label="Send"
          disabled={text.trim() === '' && files.length === 0}
          onClick={send}
        >
          <Icon name="send" />
        </button>
      </div>
    </div>
  );
}
