import { contextLine, section } from '#views/kit/blocks.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { clipped } from '#views/kit/text.ts';

interface Owner {
  id?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
}

export function keyWorks({ id, name, email }: Owner): RenderedMessage {
  const shown = (text: string): string => clipped(text, 200);
  const who = name ?? email ?? id;
  const also = [name && email, who !== id && id && `ID ${id}`].filter((part): part is string => !!part);
  const text = who
    ? `The API key works. It belongs to *${shown(who)}*.`
    : 'The API key works. The publishing service doesn’t say who it belongs to.';
  return {
    text: text.replaceAll('*', ''),
    blocks: [
      section(`:white_check_mark: ${text}`),
      ...(also.length > 0 ? [contextLine(also.map(shown).join('  ·  '))] : []),
    ],
  };
}
