/** Draws in a process of its own, which ends with its parent: what decodes strangers' pictures can't be interrupted or caught, and takes long. */
import { flushCompileCache } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import type { Drawn, ToDraw } from './drawing.ts';
import { layOut } from './layout.ts';
import { uprightSvg } from './upright.ts';

process.on('disconnect', () => process.exit());

/** Far above what the pictures that are let through need. */
const memoryAtMost = 1.5 * 1024 ** 3;
// what decodes has threads of its own, which would be waited for on any other way out
setInterval(() => {
  if (process.memoryUsage.rss() > memoryAtMost) process.kill(process.pid, 'SIGKILL');
}, 50).unref();

/** For sharp screens and for a look at it in full. */
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
