import { useEffect, useState } from 'react';
import type { ShownClock, Travel } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { Icon } from '../parts/icons.tsx';
import { Menu } from '../parts/menu.tsx';
import { shortMoment } from '../text/dates.ts';
import { now } from '../text/now.ts';
import { zoneName } from '../text/zoned-time.ts';
import { aheadText } from './ahead.ts';

const tickEveryMs = 5_000;

const later = [
  { to: 'hour', text: '1 hour later', ms: 3_600_000 },
  { to: 'day', text: '1 day later', ms: 86_400_000 },
  { to: 'week', text: '1 week later', ms: 7 * 86_400_000 },
] as const;

/** The demo's time, and a menu to move it forward. */
export function Clock({ clock }: { clock: ShownClock }) {
  const { state, perform } = useChat();
  const [, tick] = useState(0);
  const [travelling, setTravelling] = useState(false);
  useEffect(() => {
    const timer = window.setInterval(() => tick((times) => times + 1), tickEveryMs);
    return () => window.clearInterval(timer);
  }, []);
  const shown = (at: number) => shortMoment(at / 1000, state.me.zone);
  const travel = async (to: Travel) => {
    if (travelling) return;
    setTravelling(true);
    await perform('travel', { to });
    setTravelling(false);
  };
  const { post } = clock;
  const items = [
    ...later.map(({ to, text, ms }) => ({
      key: to,
      text,
      detail: `To ${shown(now() + ms)}`,
      onPick: () => void travel(to),
    })),
    {
      key: 'morning',
      text: `Next weekday, 9:00 AM ${zoneName(clock.zone)}`,
      detail: `To ${shown(clock.morning)}, when digests and reminders are sent`,
      onPick: () => void travel('morning'),
    },
    ...(post === undefined
      ? []
      : [
          {
            key: 'post',
            text: 'To the next scheduled post',
            detail: `It goes out on ${shown(post)}`,
            onPick: () => void travel('post'),
          },
        ]),
  ];
  const ahead = aheadText(clock.aheadMs);
  return (
    <section className={ahead ? 'clock clock-moved' : 'clock'} aria-label="Demo clock">
      <p>
        <strong className="clock-now">{shown(now())}</strong>
        <span className="clock-ahead" role="status">
          {ahead ? `Demo clock, ${ahead} ahead` : 'Demo clock'}
        </span>
      </p>
      <Menu label="Move the clock" className="button" busy={travelling} items={items}>
        <span>Move the clock</span>
        <Icon name="chevron" size={14} />
      </Menu>
    </section>
  );
}
