/** The outside in a process of its own, so that it takes no time of what measures. */
import { startStubServer } from '../stub-server.ts';

process.on('disconnect', () => process.exit());
const { port } = await startStubServer();
process.stdout.write(`${JSON.stringify({ port })}\n`);
