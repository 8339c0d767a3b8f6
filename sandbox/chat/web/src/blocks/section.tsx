import type { SectionBlock } from '@slack/types';
import { useMemo } from 'react';
import { Element } from '../elements/element.tsx';
import { type Field, FieldContext } from '../elements/field.ts';
import { TextObject } from '../text/mrkdwn-text.tsx';
import { plainText } from '../text/plain.ts';

export function Section({ block, blockId }: { block: SectionBlock; blockId: string }) {
  const { accessory } = block;
  const field = useMemo<Field>(
    () => ({ blockId, name: plainText(block.text), invalid: false, optional: true, dispatches: true }),
    [blockId, block.text],
  );
  const besides = accessory?.type === 'image' ? 'section section-with-image' : 'section';
  return (
    <div className={besides}>
      <div className="section-text">
        {block.text && <TextObject text={block.text} />}
        {block.fields && (
          <div className="fields">
            {block.fields.map((text, index) => (
              <div key={index} className="field-text">
                <TextObject text={text} />
              </div>
            ))}
          </div>
        )}
      </div>
      {accessory && (
        <FieldContext value={field}>
          <div className="accessory">
            <Element element={accessory} />
          </div>
        </FieldContext>
      )}
    </div>
  );
}
