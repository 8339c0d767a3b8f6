/**
 * Our own drawings of the emoji a bot uses most, on a 20 × 20 field: they look the same on a machine without
 * an emoji font, such as the one that makes the pictures for the README. All others are drawn by the font.
 */
import type { ReactNode } from 'react';
import { desk } from './desk.tsx';
import { life } from './life.tsx';
import { signs } from './signs.tsx';

const drawings: Record<string, ReactNode> = { ...signs, ...desk, ...life };

export function drawingOf(name: string): ReactNode | undefined {
  return drawings[name];
}
