import type { KnownBlock } from '@slack/types';
import { memo } from 'react';
import { Block } from '../blocks/block.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { blockIdOf } from './element-values.ts';
import { type Surface, SurfaceContext } from './surface.ts';

interface SurfaceBlocksProps {
  surface: Surface;
  blocks: KnownBlock[];
}

/** The blocks of a surface, with the confirmation dialog of its elements. Re-renders only if either changed. */
export const SurfaceBlocks = memo(function SurfaceBlocks({ surface, blocks }: SurfaceBlocksProps) {
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
});
