import { useEffect, useRef } from 'react';
import type { SlashCommand } from '#sandbox/chat/protocol.ts';

/** The commands that start with the typed text; none after the first space. */
export function findCommands(commands: SlashCommand[], text: string): SlashCommand[] {
  if (!/^\/\S*$/.test(text)) return [];
  const wanted = text.toLowerCase();
  const found = commands.filter((one) => one.command.toLowerCase().startsWith(wanted));
  // `/post` typed in full comes before `/post-all`.
  return found.sort((one, other) => Number(other.command === wanted) - Number(one.command === wanted));
}

export function commandOptionId(menuId: string, command: SlashCommand): string {
  return `${menuId}-${command.command.slice(1)}`;
}

interface CommandMenuProps {
  id: string;
  commands: SlashCommand[];
  current: SlashCommand | undefined;
  onPick(command: SlashCommand): void;
}

export function CommandMenu({ id, commands, current, onPick }: CommandMenuProps) {
  return (
    <div className="command-menu">
      <p className="command-menu-head">
        Commands <span>↑ ↓ to move, Tab to select, Esc to close</span>
      </p>
      <div id={id} role="listbox" aria-label="Commands" tabIndex={-1}>
        {commands.map((command) => (
          <CommandRow
            key={command.command}
            id={commandOptionId(id, command)}
            command={command}
            current={command === current}
            onPick={onPick}
          />
        ))}
      </div>
    </div>
  );
}

interface CommandRowProps {
  id: string;
  command: SlashCommand;
  current: boolean;
  onPick(command: SlashCommand): void;
}

function CommandRow({ id, command, current, onPick }: CommandRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      className={current ? 'command-row command-row-current' : 'command-row'}
      aria-selected={current}
      // The composer must keep the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(command)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onPick(command);
      }}
    >
      <strong>{command.command}</strong>
      {command.usageHint && <code>{command.usageHint}</code>}
      <span>{command.description}</span>
    </div>
  );
}
