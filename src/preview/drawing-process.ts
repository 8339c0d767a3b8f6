/**
 * Makes pictures of SVG, in a process of its own: what decodes pictures of strangers can neither be interrupted nor caught
 * when it fails. It ends with whoever started it.
 */
import { renderAsync } from '@resvg/resvg-js';
import type { Drawn, ToDraw } from './drawing.ts';

process.on('disconnect', () => process.exit());

/** Far above what the pictures that are let through need. */
const memoryAtMost = 1.5 * 1024 ** 3;
// what decodes has threads of its own, which would be waited for on any other way out
setInterval(() => {
  if (process.memoryUsage.rss() > memoryAtMost) process.kill(process.pid, 'SIGKILL');
}, 50).unref();

process.on('message', ({ svg, zoom }: ToDraw) => {
  void renderAsync(svg, { fitTo: { mode: 'zoom', value: zoom }, font: { loadSystemFonts: false } }).then(
    (drawn) => {
      const empty = !drawn.pixels.some((value) => value !== 0);
      const answer: Drawn = empty ? 'nothing' : { png: drawn.asPng() };
      process.send?.(answer);
    },
    () => process.send?.('nothing' satisfies Drawn),
  );
});
