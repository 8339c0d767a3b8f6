import type { InputBlock } from '@slack/types';
import { useEffect, useId, useMemo, useRef } from 'react';
import { Element } from '../elements/element.tsx';
import { type Field, FieldContext } from '../elements/field.ts';
import { useSurfaceContext } from '../surface/surface.ts';
import { TextObject } from '../text/mrkdwn-text.tsx';

export function Input({ block, blockId }: { block: InputBlock; blockId: string }) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { errors } = useSurfaceContext();
  const error = errors[blockId];
  const first = error !== undefined && Object.keys(errors)[0] === blockId;
  const describedBy =
    [block.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

  useEffect(() => {
    if (first) box.current?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  }, [first]);

  const field = useMemo<Field>(
    () => ({
      blockId,
      controlId: id,
      name: block.label.text,
      describedBy,
      invalid: error !== undefined,
      optional: block.optional ?? false,
      dispatches: block.dispatch_action ?? false,
    }),
    [blockId, id, describedBy, error, block.label.text, block.optional, block.dispatch_action],
  );
  return (
    <FieldContext value={field}>
      <div ref={box} className="input-block">
        <div className="input-head">
          <label id={`${id}-label`} htmlFor={id}>
            <TextObject text={block.label} />
          </label>
          {block.optional && <span className="input-optional">(optional)</span>}
        </div>
        <Element element={block.element} />
        {error !== undefined && (
          <p id={`${id}-error`} className="input-error" role="alert">
            {error}
          </p>
        )}
        {block.hint && (
          <p id={`${id}-hint`} className="input-hint">
            <TextObject text={block.hint} />
          </p>
        )}
      </div>
    </FieldContext>
  );
}
