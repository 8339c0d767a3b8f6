import type { ActionsBlockElement } from '@slack/types';
import { useMemo } from 'react';
import { Element } from '../elements/element.tsx';
import { type Field, FieldContext } from '../elements/field.ts';
import { actionIdOf } from '../surface/element-values.ts';

interface ActionsProps {
  elements: ActionsBlockElement[];
  blockId: string;
}

export function Actions({ elements, blockId }: ActionsProps) {
  const field = useMemo<Field>(
    () => ({ blockId, name: '', invalid: false, optional: true, dispatches: true }),
    [blockId],
  );
  return (
    <FieldContext value={field}>
      <div className="actions">
        {elements.map((element) => (
          <Element key={actionIdOf(element)} element={element} />
        ))}
      </div>
    </FieldContext>
  );
}
