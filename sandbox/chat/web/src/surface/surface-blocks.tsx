import type { KnownBlock } from '@slack/types';
import { Block } from '../blocks/block.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { blockIdOf } from './element-values.ts';
import { type Surface, SurfaceContext } from './surface.ts';

/** The blocks of one surface, with the confirmation that its elements may ask for. */
export function SurfaceBlocks({ surface, blocks }: { surface: Surface; blocks: KnownBlock[] }) {
  return (
    <SurfaceContext value={surface}>
      <div className="blocks">
        {blocks.map((block, index) => (
          <Block key={blockIdOf(block, index)} block={block} blockId={blockIdOf(block, index)} />
        ))}
      </div>
      {surface.pending && <ConfirmDialog confirm={surface.pending.confirm} onSettle={surface.settle} />}
    </SurfaceContext>
  );
}
