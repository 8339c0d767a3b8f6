/**
 * One network's panel: the account, the length, the visible part of the caption, the media, and what will be
 * cropped.
 */
import { lengthShown } from '#views/preview/words.ts';
import type { FontOf } from './fonts.ts';
import { frames } from './frames.ts';
import { breakLines, widthOf } from './lines.ts';
import { type Check, checks } from './looks.ts';
import type { Note, Panel } from './panels.ts';
import { box, textAt } from './shapes.ts';
import { centred, colors, type Drawn, inner, leadOf, pad, panelWidth, paragraph } from './writing.ts';

/** From this share of the limit on, a caption is nearly too long. */
const near = 0.9;

export function drawPanel(panel: Panel, fontOf: FontOf): Drawn {
  const check = checks[panel.network];
  const parts: string[] = [];
  let y = pad;
  const add = (make: (y: number) => Drawn, gap: number): void => {
    const { svg, height } = make(y);
    if (height === 0) return;
    parts.push(svg);
    y += height + gap;
  };
  add((at) => head(panel, check, at, fontOf), 14);
  const caption = (at: number) => captionOf(panel, at, fontOf);
  const media = (at: number) => frames(panel, at, fontOf);
  for (const part of check.mediaFirst ? [media, caption] : [caption, media]) add(part, 14);
  for (const note of panel.notes) add((at) => noteAt(note, at, fontOf), 4);
  const height = y + pad - 4;
  const card = box(
    { x: 0.5, y: 0.5, width: panelWidth - 1, height, radius: 14 },
    { fill: colors.card, stroke: colors.line },
  );
  return { svg: card + parts.join(''), height: height + 1 };
}

function head({ title, profiles, length }: Panel, check: Check, y: number, fontOf: FontOf): Drawn {
  const share = length.counts / length.allows;
  const color = share > 1 ? colors.bad : share > near ? colors.near : colors.good;
  const badge = box({ x: pad, y, width: 38, height: 38, radius: 10 }, { fill: check.color });
  const letters = centred(
    check.letters,
    { x: pad + 19, y: y + 25, size: 15, color: '#ffffff', weight: 600 },
    fontOf,
  );
  const says = lengthShown(length);
  const counted = { size: 14, weight: 600 as const, fontOf };
  const wide = widthOf(says, counted);
  const x = pad + 50;
  const room = panelWidth - pad - wide - 12 - x;
  const [line] = breakLines(says, counted, wide + 1);
  return {
    svg: [
      badge,
      letters,
      paragraph(
        title,
        { x, y: y - 1, width: room, size: 16, weight: 600, color: colors.ink, most: 1 },
        fontOf,
      ).svg,
      paragraph(profiles, { x, y: y + 19, width: room, size: 13, color: colors.soft, most: 1 }, fontOf).svg,
      line ? textAt(line, { x: panelWidth - pad - wide, y: y + 15, width: wide, size: 14, color }) : '',
      box({ x: pad, y: y + 50, width: inner, height: 5, radius: 2.5 }, { fill: colors.frame }),
      box(
        { x: pad, y: y + 50, width: Math.max(5, inner * Math.min(1, share)), height: 5, radius: 2.5 },
        { fill: color },
      ),
    ].join(''),
    height: 55,
  };
}

function captionOf({ shown, folded }: Panel, y: number, fontOf: FontOf): Drawn {
  const how = { x: pad, width: inner, size: 15, color: colors.ink };
  const text = paragraph(shown, { ...how, y }, fontOf);
  if (!folded) return text;
  const [more] = breakLines('… more', { size: 15, weight: 400, fontOf }, inner);
  const last = breakLines(shown, { size: 15, weight: 400, fontOf }, inner).at(-1);
  if (!more || !last) return text;
  const lead = leadOf(15);
  const beside = last.width + more.width <= inner;
  const x =
    beside && last.rtl ? pad + inner - last.width - more.width - 5 : pad + (beside ? last.width + 5 : 0);
  const at = y + text.height - (beside ? lead : 0) + 15;
  const drawn = textAt(more, { ...how, x, y: at, width: more.width, color: colors.soft });
  return { svg: text.svg + drawn, height: text.height + (beside ? 0 : lead) };
}

const noteColors: Record<Note['weight'], string> = { stop: colors.bad, cut: colors.near, tell: colors.soft };

function noteAt({ weight, text }: Note, y: number, fontOf: FontOf): Drawn {
  const color = noteColors[weight];
  const x = pad + 16;
  const said = paragraph(
    text,
    { x, y, width: inner - 16, size: 13, weight: weight === 'stop' ? 600 : 400, color },
    fontOf,
  );
  return {
    svg: `<circle cx="${pad + 5}" cy="${y + 9}" r="3.5" fill="${color}"/>${said.svg}`,
    height: said.height,
  };
}
