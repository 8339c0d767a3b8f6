/** Reads `/metrics` as Prometheus does. */
import assert from 'node:assert/strict';

export interface Scraped {
  text: string;
  /** The names of all metrics, including those of histograms. */
  names: ReadonlySet<string>;
  /** Everything that has a value. */
  series: readonly { name: string; labels: Record<string, string>; value: number }[];
  /** The value of the series with these labels and no others except `le`; `undefined` if there's none. */
  value(name: string, labels?: Record<string, string>): number | undefined;
  /** All values of a label, over all metrics. */
  labels(): ReadonlyMap<string, ReadonlySet<string>>;
}

export const metricsToken = 'a-token-that-reads-the-metrics';

/** Requests a process's metrics like Prometheus. `url`: the process's URL. */
export const askForMetrics = (url: string): Promise<Response> =>
  fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });

export async function scrape(port: number): Promise<Scraped> {
  const answer = await askForMetrics(`http://127.0.0.1:${port}`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  return read(await answer.text());
}

function read(text: string): Scraped {
  const series = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      assert.notEqual(name, '', `not a line that Prometheus can read: ${line}`);
      return { name, labels: readLabels(labels), value: Number(value) };
    });
  // a metric without a series yet is there all the same
  const announced = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
  return {
    text,
    series,
    names: new Set([...announced, ...series.map(({ name }) => name)]),
    value: (name, labels = {}) =>
      series.find((each) => each.name === name && same(each.labels, labels))?.value,
    labels() {
      const all = new Map<string, Set<string>>();
      for (const { labels } of series)
        for (const [label, value] of Object.entries(labels))
          all.set(label, (all.get(label) ?? new Set()).add(value));
      return all;
    },
  };
}

function readLabels(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', value = '']) => [label, value]),
  );
}

function same(labels: Record<string, string>, wanted: Record<string, string>): boolean {
  return (
    Object.keys(labels).length === Object.keys(wanted).length &&
    Object.entries(wanted).every(([label, value]) => labels[label] === value)
  );
}
