import type { DataTableBlock, RawNumberElement, RawTextElement, RichTextBlock } from '@slack/types';
import { TextWithEmoji } from '../text/emoji-glyph.tsx';
import { RichText } from './rich-text.tsx';

type Cell = RawTextElement | RawNumberElement | RichTextBlock;

function CellContent({ cell }: { cell: Cell }) {
  return cell.type === 'rich_text' ? <RichText block={cell} /> : <TextWithEmoji text={cell.text} />;
}

const classOf = (cell: Cell | undefined) => (cell?.type === 'raw_number' ? 'number' : undefined);

/** The first row is the heading, as in Slack. */
export function Table({ block }: { block: DataTableBlock }) {
  const [head = [], ...rows] = block.rows;
  return (
    <div className="table">
      <table>
        <caption>{block.caption}</caption>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col" className={classOf(rows[0]?.[index])}>
                <CellContent cell={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, index) => {
                const content = <CellContent cell={cell} />;
                if (index === (block.row_header_column_index ?? 0))
                  return (
                    <th key={index} scope="row">
                      {content}
                    </th>
                  );
                return (
                  <td key={index} className={classOf(cell)}>
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
