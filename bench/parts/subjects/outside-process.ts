/** The outside in a process of its own, so that it takes no time of what measures. */
import { startOutside } from '../outside.ts';

process.on('disconnect', () => process.exit());
const { port } = await startOutside();
process.stdout.write(`${JSON.stringify({ port })}\n`);
