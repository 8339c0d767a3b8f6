/** Draws a chart as a PNG. The charting libraries are loaded with the first one: most processes never draw any. */
import { fontFiles } from '#src/media/fonts.ts';
import type { OverTime } from './over-time.ts';
import { fonts, specOf, widthOf } from './spec.ts';

/** Several times the displayed size, for sharp screens and for viewing it in full. */
const scale = 3;

let libraries: ReturnType<typeof load> | undefined;

async function load() {
  const [vega, { compile }, { renderAsync }] = await Promise.all([
    import('vega'),
    import('vega-lite'),
    import('@resvg/resvg-js'),
  ]);
  // without a canvas, Vega treats every letter as a wide one, and leaves empty space
  Object.assign((vega as unknown as { textMetrics: object }).textMetrics, {
    width: (item: { fontSize?: number }, text: unknown) => widthOf(String(text ?? ''), item.fontSize ?? 11),
  });
  return { vega, compile, renderAsync };
}

export async function renderPicture(brand: string, story: OverTime): Promise<Uint8Array> {
  libraries ??= load();
  const { vega, compile, renderAsync } = await libraries;
  const view = new vega.View(vega.parse(compile(specOf(brand, story)).spec), { renderer: 'none' });
  try {
    const svg = await view.toSVG();
    // in a thread of its own, so that clicks are answered meanwhile
    const drawn = await renderAsync(svg, {
      fitTo: { mode: 'zoom', value: scale },
      // the same chart on every machine, whatever fonts are installed
      font: {
        fontFiles: Object.values(fontFiles).flat(),
        loadSystemFonts: false,
        defaultFontFamily: fonts.split(',')[0] ?? '',
      },
    });
    return drawn.asPng();
  } finally {
    view.finalize();
  }
}
