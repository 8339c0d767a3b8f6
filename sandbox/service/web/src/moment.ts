/** Formats the time of publication in the viewer's time zone. */

/** The IANA time zone of the user who opened the page from the chat; otherwise the browser's. */
export const zone =
  new URLSearchParams(window.location.search).get('zone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
const time = format({ hour: 'numeric', minute: '2-digit' });
const day = format({ month: 'short', day: 'numeric' });
const dayAndYear = format({ month: 'short', day: 'numeric', year: 'numeric' });
const whole = format({ dateStyle: 'full', timeStyle: 'long' });

/** `Today at 9:00 AM`. `now` is the service's time. */
export function moment(at: number, now: number): string {
  const date = dayAndYear.format(at);
  const isThisYear = date.slice(-4) === dayAndYear.format(now).slice(-4);
  const shown = isThisYear ? day.format(at) : date;
  return `${date === dayAndYear.format(now) ? 'Today' : shown} at ${time.format(at)}`;
}

export const wholeMoment = (at: number): string => whole.format(at);
