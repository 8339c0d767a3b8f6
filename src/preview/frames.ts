/** The media of a post as frames of the shape that a network gives them. They are not fetched: their names stand in them. */
import type { FontOf } from './fonts.ts';
import type { Look } from './looks.ts';
import type { Medium } from './panels.ts';
import { box } from './shapes.ts';
import { centred, colors, type Drawn, inner, pad, panelWidth } from './writing.ts';

/** No higher than this, so that a panel stays readable beside the others. */
const highest = 380;
const gap = 6;

/** The first of a carousel, or all of a grid; nothing where there are none. */
export function frames(media: Medium[], look: Look, y: number, fontOf: FontOf): Drawn {
  const [first, ...others] = media.slice(0, look.media);
  if (!first) return { svg: '', height: 0 };
  const [across, down] = look.ratio;
  const width = Math.min(inner, (highest * across) / down);
  const height = (width * down) / across;
  if (look.several === 'carousel' || others.length === 0) {
    const x = pad + (inner - width) / 2;
    const place = `${across}:${down}`;
    const frame = frameAt(first, { x, y, width, height }, place, fontOf);
    if (others.length === 0) return { svg: frame, height };
    const dots = [first, ...others].slice(0, 10).map((_, at, all) => {
      const cx = panelWidth / 2 + (at - (all.length - 1) / 2) * 12;
      return `<circle cx="${cx}" cy="${y + height + 13}" r="3" fill="${at === 0 ? colors.ink : colors.line}"/>`;
    });
    const nth = centred(
      `1 of ${media.length}`,
      { x: x + width - 30, y: y + 22, size: 12, color: colors.soft, weight: 600 },
      fontOf,
    );
    return { svg: frame + nth + dots.join(''), height: height + 20 };
  }
  return { svg: tiles([first, ...others], media.length, { y, height }, fontOf), height };
}

/** Two rows where there are more than two: the networks differ in little, and cut all of them to fit. */
function tiles(
  media: Medium[],
  of: number,
  { y, height }: { y: number; height: number },
  fontOf: FontOf,
): string {
  const shown = media.slice(0, media.length > 4 ? 5 : 4);
  const top = shown.length === 5 ? 2 : Math.ceil(shown.length / 2);
  const rows = shown.length === 2 ? [shown] : [shown.slice(0, top), shown.slice(top)];
  const high = (height - gap * (rows.length - 1)) / rows.length;
  return rows
    .flatMap((row, at) => {
      const wide = (inner - gap * (row.length - 1)) / row.length;
      return row.map((medium, n) => {
        const place = { x: pad + n * (wide + gap), y: y + at * (high + gap), width: wide, height: high };
        const last = at === rows.length - 1 && n === row.length - 1;
        return frameAt(
          medium,
          place,
          last && of > shown.length ? `+${of - shown.length}` : undefined,
          fontOf,
        );
      });
    })
    .join('');
}

type Place = { x: number; y: number; width: number; height: number };

function frameAt({ name, video }: Medium, at: Place, says: string | undefined, fontOf: FontOf): string {
  const { x, y, width, height } = at;
  const middle = { x: x + width / 2, y: y + height / 2 };
  const small = height < 130;
  const label = {
    x: middle.x,
    y: middle.y + (small ? 18 : 34),
    size: 13,
    color: colors.soft,
    weight: 400 as const,
  };
  return [
    box({ ...at, radius: 10 }, { fill: colors.frame }),
    box(
      { x: x + 8, y: y + 8, width: width - 16, height: height - 16, radius: 6 },
      { stroke: '#c3bcac', dash: '5 4' },
    ),
    sign(video, middle.x, middle.y - (small ? 12 : 14), small ? 0.7 : 1),
    centred(small && says ? says : name, label, fontOf, width - 32),
    says && !small ? centred(says, { ...label, y: label.y + 21, weight: 600 }, fontOf, width - 32) : '',
  ].join('');
}

/** A hill under a sun, or the sign for a film. */
function sign(video: boolean, x: number, y: number, scale: number): string {
  const shape = video
    ? '<path d="M-11 -15 L17 0 L-11 15 Z"/>'
    : '<path d="M-26 16 L-8 -10 L4 6 L11 -3 L26 16 Z"/><circle cx="13" cy="-13" r="5"/>';
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="#aaa393">${shape}</g>`;
}
