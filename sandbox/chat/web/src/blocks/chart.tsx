/** The `data_visualization` block, which `@slack/types` doesn't have yet. */
interface Series {
  name: string;
  data: { label: string; value: number }[];
}
export interface ChartBlock {
  type: 'data_visualization';
  title: string;
  chart:
    | { type: 'pie'; segments: { label: string; value: number }[] }
    | { type: 'bar' | 'area' | 'line'; series: Series[]; axis_config: { categories: string[] } };
}

const colors = ['var(--accent)', '#b9770b', '#b5452f', '#6a5496', '#4f8060', '#5a646f'];
const width = 440;
const height = 130;
const bottom = 18;
const left = 46;

const written = (value: number, digits: number): string =>
  value.toLocaleString('en-US', {
    notation: Math.abs(value) < 10_000 ? 'standard' : 'compact',
    maximumSignificantDigits: digits,
  });

/** A chart with a legend, and a table of the same numbers for screen readers. */
export function Chart({ block: { title, chart } }: { block: ChartBlock }) {
  const series =
    chart.type === 'pie'
      ? chart.segments.map(({ label, value }) => ({ name: label, data: [{ label: title, value }] }))
      : chart.series;
  const labels = chart.type === 'pie' ? [title] : chart.axis_config.categories;
  return (
    <figure className="chart-block">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height + bottom}`} aria-hidden="true">
        {chart.type === 'pie' ? (
          <Shares values={chart.segments.map(({ value }) => value)} />
        ) : (
          <Drawing type={chart.type} series={series} labels={labels} />
        )}
      </svg>
      <ul className="chart-legend" aria-hidden="true">
        {series.map(({ name }, at) => (
          <li key={name}>
            <span style={{ backgroundColor: colors[at] }} />
            {name}
          </li>
        ))}
      </ul>
      <table className="visually-hidden">
        <caption>{title}</caption>
        <thead>
          <tr>
            <td />
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ name, data }) => (
                <td key={name}>{data[at]?.value.toLocaleString('en-US')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** A pie chart, shown as a single bar. */
function Shares({ values }: { values: number[] }) {
  const all = values.reduce((sum, value) => sum + value, 0) || 1;
  let before = 0;
  return values.map((value, at) => {
    const x = (before / all) * width;
    before += value;
    return (
      <rect
        key={x}
        x={x}
        y={height / 3}
        width={(value / all) * width}
        height={height / 3}
        fill={colors[at]}
      />
    );
  });
}

interface DrawingProps {
  type: 'bar' | 'area' | 'line';
  series: Series[];
  labels: string[];
}

function Drawing({ type, series, labels }: DrawingProps) {
  const values = series.flatMap(({ data }) => data.map(({ value }) => value));
  const most = Math.max(...values);
  const least = Math.min(...values);
  // without this, a line far from zero that hardly changes would look flat
  const from = type === 'line' && least > most * 0.6 ? least : Math.min(0, least);
  const to = most > from ? most : from + 1;
  const step = (width - left) / labels.length;
  const x = (at: number) => left + (at + 0.5) * step;
  const y = (value: number) => 8 + (1 - (value - from) / (to - from)) * (height - 16);
  const ticks = [from, (from + to) / 2, to];
  // close numbers need more digits to differ
  const digits = [3, 4, 5].find((n) => new Set(ticks.map((tick) => written(tick, n))).size === 3) ?? 6;
  const shownLabels = [0, Math.floor((labels.length - 1) / 2), labels.length - 1];
  return (
    <>
      {ticks.map((value) => (
        <g key={value}>
          <line className="chart-grid" x1={left} x2={width} y1={y(value)} y2={y(value)} />
          <text x={left - 6} y={y(value) + 4} textAnchor="end">
            {written(value, digits)}
          </text>
        </g>
      ))}
      {[...new Set(shownLabels)].map((at) => (
        <text
          key={at}
          x={at > 0 && at === labels.length - 1 ? width : x(at)}
          y={height + bottom - 4}
          textAnchor={at > 0 && at === labels.length - 1 ? 'end' : 'middle'}
        >
          {labels[at]}
        </text>
      ))}
      {series.map(({ name, data }, line) => {
        const color = colors[line];
        if (type === 'bar') {
          const bar = (step * 0.8) / series.length;
          return data.map(({ label, value }, at) => (
            <rect
              key={`${name} ${label}`}
              x={x(at) - step * 0.4 + line * bar}
              y={Math.min(y(value), y(0))}
              width={bar}
              height={Math.abs(y(value) - y(0))}
              fill={color}
            />
          ));
        }
        const points = data.map(({ value }, at) => `${x(at)},${y(value)}`).join(' ');
        return (
          <g key={name}>
            {type === 'area' && (
              <polygon
                points={`${x(0)},${y(from)} ${points} ${x(data.length - 1)},${y(from)}`}
                fill={color}
                opacity={0.25}
              />
            )}
            <polyline points={points} fill="none" stroke={color} strokeWidth={2} />
            {data.length === 1 && <circle cx={x(0)} cy={y(data[0]?.value ?? 0)} r={3} fill={color} />}
          </g>
        );
      })}
    </>
  );
}
