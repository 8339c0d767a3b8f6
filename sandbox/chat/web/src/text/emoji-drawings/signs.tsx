/** What says how something went, or what to press. */
import type { ReactNode } from 'react';
import { amber, blue, disc, green, ink, line, red } from './shapes.tsx';

const tile = (fill: string) => <rect x="2" y="2" width="16" height="16" rx="4" fill={fill} />;

const mark = (color: string) => (
  <>
    {line('M6.8 7.2c0-4.6 6.6-4.3 6.6-.4 0 2.6-3.3 2.6-3.3 5.4', color, 2.4)}
    <circle cx="10.1" cy="16.2" r="1.5" fill={color} />
  </>
);

const turning = (color: string) =>
  line('M16 8a6.3 6.3 0 0 0-11.4-1M4 12a6.3 6.3 0 0 0 11.4 1M4.5 3.5V7H8M15.5 16.5V13H12', color, 2);

const spark = (x: number, y: number, r: number) => (
  <path
    d={`M${x} ${y - r}q.6 ${r - 0.6} ${r} ${r}q-${r - 0.6} .6 -${r} ${r}q-.6 -${r - 0.6} -${r} -${r}q${r - 0.6} -.6 ${r} -${r}Z`}
    fill={amber}
  />
);

export const signs: Record<string, ReactNode> = {
  white_check_mark: (
    <>
      {tile(green)}
      {line('m6 10.4 2.8 2.8L14.2 7', '#fff', 2.2)}
    </>
  ),
  ballot_box_with_check: (
    <>
      <rect x="2.5" y="2.5" width="15" height="15" rx="3.5" fill="none" stroke={ink} strokeWidth="1.8" />
      {line('m6 10.4 2.8 2.8L14.2 7', ink, 2.2)}
    </>
  ),
  heavy_check_mark: line('m4 10.6 4 4.2L16.5 5', green, 2.8),
  x: line('m4.5 4.5 11 11m0-11-11 11', red, 3),
  warning: (
    <>
      <path d="M10 2.5 18.3 17H1.7Z" fill={amber} stroke={amber} strokeWidth="1.4" strokeLinejoin="round" />
      {line('M10 8v4', ink, 1.9)}
      <circle cx="10" cy="14.8" r="1.1" fill={ink} />
    </>
  ),
  no_entry: (
    <>
      {disc(red)}
      {line('M6 10h8', '#fff', 2.8)}
    </>
  ),
  no_entry_sign: (
    <>
      <circle cx="10" cy="10" r="6.8" fill="none" stroke={red} strokeWidth="2.2" />
      {line('m5.5 5.5 9 9', red, 2.2)}
    </>
  ),
  octagonal_sign: <path d="M6.7 2h6.6L18 6.7v6.6L13.3 18H6.7L2 13.3V6.7Z" fill={red} />,
  arrows_counterclockwise: (
    <>
      {tile(blue)}
      <g transform="translate(3.5 3.5) scale(.65)">{turning('#fff')}</g>
    </>
  ),
  repeat: (
    <>
      {tile(blue)}
      {line(
        'M5.5 9V8a1.5 1.5 0 0 1 1.5-1.5h7m-2-2 2 2-2 2M14.5 11v1a1.5 1.5 0 0 1-1.5 1.5H6m2 2-2-2 2-2',
        '#fff',
        1.5,
      )}
    </>
  ),
  double_vertical_bar: (
    <>
      {tile(blue)}
      {line('M7.8 6.5v7M12.2 6.5v7', '#fff', 2.2)}
    </>
  ),
  arrow_forward: (
    <>
      {tile(blue)}
      <path d="M7.5 6v8l6-4Z" fill="#fff" />
    </>
  ),
  arrow_right: (
    <>
      {tile(blue)}
      {line('M5.5 10h8.5m-3.5-3.5L14 10l-3.5 3.5', '#fff', 1.9)}
    </>
  ),
  information_source: (
    <>
      {tile(blue)}
      {line('M10 9.5v4.5', '#fff', 2.2)}
      <circle cx="10" cy="6.3" r="1.3" fill="#fff" />
    </>
  ),
  question: mark(red),
  grey_question: mark('#9aa5b1'),
  exclamation: (
    <>
      {line('M10 3v8.5', red, 2.8)}
      <circle cx="10" cy="16.2" r="1.6" fill={red} />
    </>
  ),
  sparkles: (
    <>
      {spark(8.5, 11, 6.5)}
      {spark(15.5, 5, 3.5)}
      {spark(15.8, 15.8, 2.5)}
    </>
  ),
  zap: <path d="M11.5 1.5 4 11.5h4.5l-1 7 8-10.5h-5Z" fill={amber} />,
  star: <path d="m10 2 2.5 5.1 5.6.8-4 4 .9 5.6-5-2.7-5 2.7.9-5.6-4-4 5.6-.8Z" fill={amber} />,
  large_green_circle: disc(green),
  large_yellow_circle: disc('#ecc04b'),
  large_orange_circle: disc('#e28b3a'),
  large_blue_circle: disc(blue),
  red_circle: disc(red),
  black_circle: disc(ink),
  white_circle: <circle cx="10" cy="10" r="7" fill="#fff" stroke="#9aa5b1" strokeWidth="1.4" />,
  black_square_button: (
    <>
      <rect x="2.5" y="2.5" width="15" height="15" rx="3.5" fill="none" stroke={ink} strokeWidth="1.8" />
      <rect x="6.5" y="6.5" width="7" height="7" rx="1.5" fill={ink} />
    </>
  ),
  shield: <path d="M10 2 3.5 4.5v5c0 4 2.7 7 6.5 8.5 3.8-1.5 6.5-4.5 6.5-8.5v-5Z" fill={blue} />,
  yellow_heart: (
    <path
      d="M10 17 3.6 10.6C1 8 2.3 3.5 6 3.5c2 0 3.3 1.2 4 2.5.7-1.3 2-2.5 4-2.5 3.7 0 5 4.5 2.4 7.1Z"
      fill="#ecc04b"
    />
  ),
  heart: (
    <path
      d="M10 17 3.6 10.6C1 8 2.3 3.5 6 3.5c2 0 3.3 1.2 4 2.5.7-1.3 2-2.5 4-2.5 3.7 0 5 4.5 2.4 7.1Z"
      fill={red}
    />
  ),
  fire: (
    <path
      d="M10.5 1.5c.5 3.5 5 5.5 5 10.3A5.5 5.5 0 0 1 10 17.7a5.5 5.5 0 0 1-5.5-5.7c0-2.3 1.2-3.8 2-5 .4 1.5 1 2.2 1.8 2.5-.3-3 .4-6 2.2-8Z"
      fill="#e2703a"
    />
  ),
};
