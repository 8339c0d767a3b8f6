/**
 * Loaded before the bot (`node --import`) in the demo, so that its clock jumps when the demo's does. `DEMO_CLOCK` is where
 * the demo says how far ahead it is; a bot that starts later learns it before it does anything else.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { moveDate } from './moved-date.ts';

const move = moveDate();
const demo = connect(process.env.DEMO_CLOCK ?? '');
const lines = createInterface(demo);
lines.on('line', (aheadMs) => {
  move(Number(aheadMs));
  demo.write(`${aheadMs}\n`);
});
await once(lines, 'line');
// the demo ends the bot, not the other way around
demo.on('error', () => {}).unref();
