import type { Named } from '#src/platform/publishing-api/request.ts';
import { section } from '#views/kit/blocks.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { clipped, place } from '#views/kit/text.ts';
import type { OwnMessageOptions } from './card-rows.ts';

/** `channel`: where the bot can't post. The brand's name is empty if it can't be read. */
export function renderNoChannel(
  { of, brand, channel }: { of: 'digest' | 'report'; brand: Named; channel: string },
  { slash }: Pick<OwnMessageOptions, 'slash'>,
): RenderedMessage {
  const name = clipped(brand.name || 'one of your brands', 200);
  const text = `I couldn’t post ${of === 'digest' ? 'today’s digest' : 'the weekly report'} for ${name} because I don’t have permission to post in ${place(channel)}. Invite me there, or choose another channel with \`${slash('social')} settings\`.`;
  return { text, blocks: [section(text)] };
}
