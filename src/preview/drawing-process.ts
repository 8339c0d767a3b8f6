/**
 * Draws in a process of its own, which ends with its parent. Decoders of other people's pictures take long,
 * can't be interrupted, and their crashes can't be caught.
 */
import { flushCompileCache } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import type { Drawn, ToDraw } from './drawing.ts';
import { layOut } from './layout.ts';
import { uprightSvg } from './upright.ts';

process.on('disconnect', () => process.exit());

/** Far more than is needed for any picture that's accepted. */
const memoryAtMost = 1.5 * 1024 ** 3;
// ends with its parent at once: any other way out would wait for the decoders' threads
setInterval(() => {
  if (process.memoryUsage.rss() > memoryAtMost) process.kill(process.pid, 'SIGKILL');
}, 50).unref();

/** Twice the size, for high-resolution screens and for viewing it enlarged. */
const scale = 2;

process.on('message', (what: ToDraw) => {
  void render(what)
    .catch((cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause))))
    .then((drawn) => process.send?.(drawn));
});

async function render(what: ToDraw): Promise<Drawn> {
  const [svg, zoom] =
    what.is === 'post' ? [await layOut(what), scale] : [uprightSvg(what.measured, what.bytes), what.zoom];
  const drawn = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: zoom },
    font: { loadSystemFonts: false },
  });
  if (!drawn.pixels.some((value) => value !== 0)) throw new Error('the rendered picture is blank');
  const png = drawn.asPng();
  // The parent can kill this process once it has the drawing, before the cache is written.
  flushCompileCache();
  const { user, system } = process.cpuUsage();
  return { png, cpuMs: (user + system) / 1_000 };
}
