import type {
  DataTableBlock,
  RawNumberElement,
  RawTextElement,
  RichTextBlock,
  TableBlock,
} from '@slack/types';
import { TextWithEmoji } from '../text/emoji-glyph.tsx';
import { RichText } from './rich-text.tsx';

type Cell = RawTextElement | RawNumberElement | RichTextBlock;

function CellContent({ cell }: { cell: Cell }) {
  return cell.type === 'rich_text' ? <RichText block={cell} /> : <TextWithEmoji text={cell.text} />;
}

/** The first row is the heading, as in Slack. */
export function Table({ block }: { block: TableBlock | DataTableBlock }) {
  const [head = [], ...rows] = block.rows;
  const align = (column: number) => {
    const settings = block.type === 'table' ? block.column_settings?.[column]?.align : undefined;
    return { textAlign: settings ?? 'left' };
  };
  return (
    <div className="table">
      <table>
        {block.type === 'data_table' && <caption>{block.caption}</caption>}
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col" style={align(index)}>
                <CellContent cell={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, index) => (
                <td key={index} style={align(index)}>
                  <CellContent cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
