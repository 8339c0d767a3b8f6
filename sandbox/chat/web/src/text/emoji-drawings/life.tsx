/** People, talk, and everything that moves. */
import type { ReactNode } from 'react';
import { amber, blue, disc, ink, line, red, violet } from './shapes.tsx';

const horn = (
  <>
    <path d="M3 8.5v3.5l3 .5 1.2 4h2.2l-.9-3.6L15 16V4.5L6 8Z" fill={amber} />
    <path d="M15 4.5v11.5" stroke={red} strokeWidth="2" strokeLinecap="round" />
  </>
);

const head = (x: number, color: string) => (
  <>
    <circle cx={x} cy="7" r="3.2" fill={color} />
    <path d={`M${x - 5.5} 17c0-3.7 2.2-5.5 5.5-5.5s5.5 1.8 5.5 5.5Z`} fill={color} />
  </>
);

export const life: Record<string, ReactNode> = {
  rocket: (
    <>
      <path d="M7 10.5 3 11l2.5-3.5 3.5-.5Zm2.5 2.5L9 17l3.5-2.5.5-3.5Z" fill={red} />
      <path d="M17.5 2.5c-5 0-8.5 2.5-11 8l3 3c5.5-2.5 8-6 8-11Z" fill="#c9d6e2" />
      <circle cx="12.6" cy="7.4" r="1.7" fill={blue} />
      <path d="M5.5 12.5c-1.6.5-2.5 2.5-2.5 4.5 2 0 4-.9 4.5-2.5Z" fill={amber} />
    </>
  ),
  eyes: (
    <>
      <ellipse cx="6" cy="10" rx="3.8" ry="5.5" fill="#fff" stroke="#9aa5b1" />
      <ellipse cx="14" cy="10" rx="3.8" ry="5.5" fill="#fff" stroke="#9aa5b1" />
      <circle cx="4.8" cy="10.5" r="2" fill={ink} />
      <circle cx="12.8" cy="10.5" r="2" fill={ink} />
    </>
  ),
  tada: (
    <>
      <path d="m2.5 17.5 4-10 6 6Z" fill={amber} />
      {line('M10 7c1.5-1 1.5-2.5.8-4M13 10c1.5-.8 3-.6 4 .4M12 8.5c.5-2.5 2-3.5 4-3.5', violet, 1.5)}
      {line('M7.5 3h.01M16.8 2.6h.01M14.5 13.5h.01M17.5 7.6h.01', red, 2)}
    </>
  ),
  bulb: (
    <>
      <path
        d="M10 2a5.7 5.7 0 0 0-3 10.5c.6.5.8 1 .8 1.7h4.4c0-.7.2-1.2.8-1.7A5.7 5.7 0 0 0 10 2Z"
        fill="#f3c65b"
      />
      {line('M8.2 15.8h3.6M8.8 17.8h2.4', '#7a8694', 1.5)}
    </>
  ),
  mega: horn,
  loudspeaker: (
    <>
      {horn}
      {line('M17 7.5a4 4 0 0 1 0 5.5', red, 1.5)}
    </>
  ),
  snowflake: line(
    'M10 2v16M3.1 6l13.8 8M3.1 14l13.8-8M8 3.2l2 2 2-2M8 16.8l2-2 2 2M3.2 8.5 6 7.7 5.2 5M14.8 15 14 12.3l2.8-.8M3.2 11.5l2.8.8-.8 2.7M14.8 5 14 7.7l2.8.8',
    blue,
    1.4,
  ),
  sunny: (
    <>
      <circle cx="10" cy="10" r="4" fill="#ecc04b" />
      {line(
        'M10 1.8v2M10 16.2v2M1.8 10h2M16.2 10h2M4.2 4.2l1.400 1.400M14.400 14.400l1.400 1.400M4.2 15.8l1.400-1.400M14.400 5.600l1.400-1.400',
        amber,
        1.7,
      )}
    </>
  ),
  wave: (
    <>
      <path
        d="M5 9.5 4 7.3c-.4-1 1-1.7 1.500-.8L7 9.2 5.7 5c-.3-1.100 1.2-1.600 1.600-.5l1.400 4-.7-4.7c-.1-1.100 1.400-1.400 1.7-.2l1 4.600.2-3.400c.1-1.100 1.600-1 1.600.1l.1 4.600 1.3-1.500c.7-.9 2-.1 1.600.9l-2 5.2c-1 2.600-2.900 3.900-5 3.400-2.2-.5-3-2.3-3.8-4.400Z"
        fill="#f0c25a"
      />
      {line('M14.500 2.500c1 .4 1.8 1.100 2.3 2.2M2.500 13.500c.3 1.2 1 2.2 2 2.8', '#9aa5b1', 1.3)}
    </>
  ),
  bell: (
    <>
      <path d="M10 2.5a5 5 0 0 0-5 5c0 4-1.5 5.5-2 6.5h14c-.5-1-2-2.5-2-6.5a5 5 0 0 0-5-5Z" fill={amber} />
      {line('M8.5 16.8c.8.9 2.2.9 3 0', '#8a5a1c', 1.6)}
    </>
  ),
  movie_camera: (
    <>
      <rect x="2" y="6" width="11" height="9" rx="2" fill={ink} />
      <path d="m13 9.5 5-2.7v7.4l-5-2.7Z" fill={ink} />
    </>
  ),
  gear: (
    <>
      <circle cx="10" cy="10" r="5" fill="none" stroke="#7a8694" strokeWidth="3" />
      {line(
        'M10 2v2M10 16v2M2 10h2M16 10h2M4.3 4.3l1.5 1.5M14.2 14.2l1.5 1.5M4.3 15.7l1.5-1.5M14.2 5.8l1.5-1.5',
        '#7a8694',
        2,
      )}
    </>
  ),
  globe_with_meridians: (
    <>
      {disc(blue)}
      {line('M2.8 10h14.4M10 2.8c-4 4-4 10.4 0 14.4M10 2.8c4 4 4 10.4 0 14.4', '#fff', 1.1)}
    </>
  ),
  speech_balloon: (
    <path
      d="M4 3.5h12a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H9.5L5.5 17v-3.5H4a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2Z"
      fill="#b9cfe4"
    />
  ),
  bust_in_silhouette: head(10, '#6d7f92'),
  busts_in_silhouette: (
    <>
      {head(13.5, '#9db0c2')}
      {head(7.5, '#6d7f92')}
    </>
  ),
  wrench: line(
    'M15.5 4.5a4 4 0 0 0-5.5 5L3.5 16l1.8 1.8 6.5-6.5a4 4 0 0 0 5-5.5L14 8.3l-2.3-2.3Z',
    '#7a8694',
    1.7,
  ),
  '+1': (
    <path
      d="M4 9h2.5v8H4ZM7.5 9.200 10.5 3c1.400-.3 2.200.8 1.900 2l-.7 3h3.800c1 0 1.700.8 1.5 1.800l-1.100 5.700c-.2.9-.9 1.5-1.800 1.5H9.5l-2-.9Z"
      fill="#e8b04a"
    />
  ),
  '-1': (
    <g transform="rotate(180 10 10)">
      <path
        d="M4 9h2.5v8H4ZM7.5 9.200 10.5 3c1.400-.3 2.200.8 1.900 2l-.7 3h3.800c1 0 1.700.8 1.5 1.800l-1.100 5.700c-.2.9-.9 1.5-1.800 1.5H9.5l-2-.9Z"
        fill="#e8b04a"
      />
    </g>
  ),
  robot_face: (
    <>
      <rect x="3" y="6" width="14" height="11" rx="3" fill="#a9b8c6" />
      <circle cx="7.2" cy="11" r="1.7" fill={blue} />
      <circle cx="12.8" cy="11" r="1.7" fill={blue} />
      {line('M8 14.5h4M10 6V3', ink, 1.4)}
    </>
  ),
};
