import type { ContainerBlock } from '@slack/types';
import type { ReactNode } from 'react';
import { TextObject } from '../text/mrkdwn-text.tsx';

/** A group of blocks with a title; a collapsible one opens and closes. */
export function Container({ block, children }: { block: ContainerBlock; children: ReactNode }) {
  const title = block.title && <TextObject text={block.title} />;
  if (!block.is_collapsible) {
    return (
      <div className="container-block">
        {title && <strong>{title}</strong>}
        {children}
      </div>
    );
  }
  return (
    <details className="container-block" open={!block.default_collapsed}>
      <summary>{title ?? 'Details'}</summary>
      {children}
    </details>
  );
}
