/** What lies on a desk. */
import type { ReactNode } from 'react';
import { amber, blue, disc, green, ink, line, paper, red } from './shapes.tsx';

const sheet = (
  <path
    d="M5 2.5h7l3.5 3.5v11a.8.8 0 0 1-.8.8H5a.8.8 0 0 1-.8-.8V3.3A.8.8 0 0 1 5 2.5Z"
    fill={paper}
    stroke="#9aa5b1"
  />
);

const month = (marks: ReactNode) => (
  <>
    <rect x="2.5" y="3.5" width="15" height="14" rx="2" fill={paper} stroke="#9aa5b1" />
    <path d="M2.5 7.5v-2a2 2 0 0 1 2-2h11a2 2 0 0 1 2 2v2Z" fill={red} />
    {line('M6.5 2v3M13.5 2v3', ink, 1.5)}
    {marks}
  </>
);

const days = line('M6 10.5h.01M10 10.5h.01M14 10.5h.01M6 14h.01M10 14h.01', '#7a8694', 2.2);

const sand = (upper: string, lower: string) => (
  <>
    <path d="M5.5 3.5h9c0 4-3 4.5-3 6.5s3 2.5 3 6.5h-9c0-4 3-4.5 3-6.5s-3-2.5-3-6.5Z" fill="#dfeaf2" />
    <path d={upper} fill={amber} />
    <path d={lower} fill={amber} />
    {line('M4.5 2.8h11M4.5 17.2h11', '#8a5a33', 2)}
  </>
);

const clock = (hands: string) => (
  <>
    {disc(paper)}
    <circle cx="10" cy="10" r="7.2" fill="none" stroke="#8693a1" strokeWidth="1.5" />
    {line(hands, ink, 1.6)}
  </>
);

const lock = (shackle: string) => (
  <>
    {line(shackle, '#8693a1', 2)}
    <rect x="4" y="9" width="12" height="8.5" rx="2" fill={amber} />
    <circle cx="10" cy="13" r="1.4" fill="#8a5a1c" />
  </>
);

export const desk: Record<string, ReactNode> = {
  hourglass: sand('M9.7 10h.6v3h-.6Z', 'M6 16.2c.4-2.6 2-3.7 4-3.7s3.6 1.1 4 3.7Z'),
  hourglass_flowing_sand: sand(
    'M6.8 6.5h6.4C12.6 8 11.4 8.3 11 9.7H9C8.6 8.3 7.4 8 6.8 6.5Z',
    'M7 16.2c.6-1.5 1.7-2.2 3-2.2s2.4.7 3 2.2Z',
  ),
  pencil2: (
    <>
      <path d="m4 13 9.5-9.5 3 3L7 16l-4 1Z" fill={amber} />
      <path d="m13.5 3.5 1-1a1.3 1.3 0 0 1 1.9 0l1.1 1.1a1.3 1.3 0 0 1 0 1.9l-1 1Z" fill={red} />
      <path d="m4 13-1 4 4-1Z" fill={ink} />
    </>
  ),
  memo: (
    <>
      {sheet}
      {line('M7 8h4M7 11h3.5', '#7a8694', 1.4)}
      <path d="m9.5 14.5 6.8-6.8 1.9 1.9-6.8 6.8-2.4.5Z" fill={amber} />
    </>
  ),
  page_facing_up: (
    <>
      {sheet}
      {line('M7 8h6M7 11h6M7 14h4', '#7a8694', 1.4)}
    </>
  ),
  clipboard: (
    <>
      {sheet}
      <rect x="6.8" y="1.5" width="6.4" height="3" rx="1" fill={ink} />
      {line('M7 8.5h6M7 11.5h6M7 14.5h4', '#7a8694', 1.4)}
    </>
  ),
  newspaper: (
    <>
      <rect x="2.5" y="4" width="15" height="12.5" rx="1.5" fill={paper} stroke="#9aa5b1" />
      {line('M5 7h10M11 10h4M11 13h4', ink, 1.4)}
      <rect x="5" y="9.5" width="4" height="4.5" fill={blue} />
    </>
  ),
  calendar: month(days),
  date: month(
    <text x="10" y="15.6" fontSize="7.5" fontWeight="700" textAnchor="middle" fill={ink}>
      17
    </text>,
  ),
  spiral_calendar_pad: month(days),
  lock: lock('M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9'),
  unlock: lock('M6.5 9V5.5a3.5 3.5 0 0 1 6.8-1.2'),
  key: (
    <>
      {line('M9.5 10.5 16.5 3.5M14 6l2 2', amber, 2)}
      <circle cx="6.7" cy="13.3" r="3.2" fill="none" stroke={amber} strokeWidth="2" />
    </>
  ),
  clock3: clock('M10 5.5V10h4'),
  clock9: clock('M10 5.5V10H6'),
  stopwatch: (
    <>
      <circle cx="10" cy="11" r="6.5" fill={paper} stroke="#8693a1" strokeWidth="1.5" />
      {line('M10 7.5V11M8 2.5h4M10 2.5v2', ink, 1.6)}
    </>
  ),
  link: line(
    'M8.5 11.5a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l1-1',
    '#7a8694',
    1.9,
  ),
  label: (
    <>
      <path d="M3 9.5V4a1 1 0 0 1 1-1h5.5l8 8-6.5 6.5Z" fill={amber} />
      <circle cx="6.5" cy="6.5" r="1.3" fill="#fff" />
    </>
  ),
  pushpin: (
    <>
      <path d="m11 3 6 6-2 .5-3 3 .3 2.5-1.3 1L5 10l1-1.3 2.5.3 3-3Z" fill={red} />
      {line('m7.5 12.5-4 4', '#7a8694', 1.6)}
    </>
  ),
  round_pushpin: (
    <>
      {line('M10 9v8.5', '#7a8694', 1.6)}
      <circle cx="10" cy="6.5" r="4" fill={red} />
      <circle cx="8.7" cy="5.2" r="1.1" fill="#f3b5ad" />
    </>
  ),
  incoming_envelope: (
    <>
      <rect x="4.5" y="5" width="13.5" height="10" rx="1.2" fill={paper} stroke="#9aa5b1" />
      {line('m5 6 6.2 5L17.5 6', '#7a8694', 1.4)}
      {line('M1.5 8h2M1 12h2.5', blue, 1.5)}
    </>
  ),
  frame_with_picture: (
    <>
      <rect x="2" y="3.5" width="16" height="13" rx="1.5" fill="#b98a4d" />
      <rect x="4" y="5.5" width="12" height="9" fill="#d7e8f3" />
      <path d="m4 14.5 4-4.5 2.5 2.5 2-1.8 3.5 3.8Z" fill={green} />
    </>
  ),
  art: (
    <>
      <path
        d="M10 2.5c-4.5 0-8 3.2-8 7.5s3.4 7.5 7 7.5c1.6 0 1.8-1.2 1.3-2.2-.6-1.3.1-2.3 1.5-2.3h2.4c2.3 0 3.8-1.5 3.8-3.6 0-3.9-3.6-6.9-8-6.9Z"
        fill="#d9b184"
      />
      <circle cx="6" cy="8.5" r="1.4" fill={red} />
      <circle cx="10" cy="6" r="1.4" fill={blue} />
      <circle cx="14" cy="8.5" r="1.4" fill={green} />
    </>
  ),
  bar_chart: (
    <>
      <rect x="2" y="2.5" width="16" height="15" rx="2" fill={paper} stroke="#9aa5b1" />
      {line('M6 14v-3M10 14V6.5M14 14V9', blue, 2.2)}
    </>
  ),
  chart_with_upwards_trend: (
    <>
      <rect x="2" y="2.5" width="16" height="15" rx="2" fill={paper} stroke="#9aa5b1" />
      {line('m4.5 13.5 3.5-4 2.5 2 5-6', red, 1.8)}
    </>
  ),
  package: (
    <>
      <path d="M3 6.5 10 3l7 3.5v8L10 18l-7-3.5Z" fill="#c89b62" />
      {line('M3.5 6.8 10 10l6.5-3.2M10 10v7.5', '#8a6435', 1.3)}
    </>
  ),
  inbox_tray: (
    <>
      {line('M3 11v5h14v-5h-4l-1 2H8l-1-2Z', '#7a8694')}
      {line('M10 2.5V9m-2.5-2.5L10 9l2.5-2.5', blue)}
    </>
  ),
  outbox_tray: (
    <>
      {line('M3 11v5h14v-5h-4l-1 2H8l-1-2Z', '#7a8694')}
      {line('M10 9V2.5M7.5 5 10 2.5 12.5 5', blue)}
    </>
  ),
  mag: (
    <>
      {line('m12.5 12.5 4.5 4.5', ink, 2.2)}
      <circle cx="8.5" cy="8.5" r="5.2" fill="#dfeaf2" stroke={ink} strokeWidth="1.7" />
    </>
  ),
  wastebasket: (
    <>
      {line('M4 5.5h12M8 5V3.5h4V5', '#7a8694')}
      <path d="M5 7h10l-.8 10.5H5.8Z" fill="#a9b4bf" />
    </>
  ),
};
