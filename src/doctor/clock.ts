/**
 * Compares this machine's clock with others, because Slack refuses signatures that are more than five minutes
 * old.
 */
import { broken, doubtful, type Finding, fine } from './finding.ts';

/** What an answer's `Date` header says, and when the answer arrived here. */
export interface Heard {
  /** Epoch ms, whole seconds. */
  date: number;
  /** This machine's time before and after the call (epoch ms). */
  sent: number;
  received: number;
}

export function hear(headers: Headers, sent: number, received: number): Heard | undefined {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? undefined : { date, sent, received };
}

const visibleMs = 30_000;
const fatalMs = 300_000;

const setClock = "Set this machine's clock, preferably with NTP (timedatectl set-ntp true).";

export function checkClock(whose: 'Slack' | 'service', heard: Heard | undefined): Finding {
  const name = `Clock compared with ${whose === 'Slack' ? 'Slack' : 'the service'}'s`;
  if (!heard) return doubtful(name, 'its answers have no date', 'Compare this machine with another clock.');
  const apart = skewMs(heard);
  const words = `this machine is ${Math.round(Math.abs(apart) / 1_000)} s ${apart > 0 ? 'ahead' : 'behind'}`;
  if (Math.abs(apart) < visibleMs) return fine(name, 'within half a minute');
  if (Math.abs(apart) < fatalMs || whose === 'service') return doubtful(name, words, setClock);
  return broken(name, `${words}; beyond five minutes, every request from Slack is rejected`, setClock);
}

/**
 * How far this machine's clock is ahead: at least this much, since the header's date was made sometime during
 * the call.
 */
function skewMs({ date, sent, received }: Heard): number {
  if (sent > date + 1_000) return sent - (date + 1_000);
  return received < date ? received - date : 0;
}
