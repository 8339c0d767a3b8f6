/**
 * Loaded before the bot (`node --import`) in the demo, so its clock moves with the demo's. `DEMO_CLOCK` is the socket on which
 * the demo sends how far ahead it is. A bot that starts later gets the current value first.
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
// this connection must not keep the bot running
demo.on('error', () => {}).unref();
