/** The stub server in its own process, so that it takes no CPU time from the measuring process. */
import { startStubServer } from '../stub-server.ts';

process.on('disconnect', () => process.exit());
const { port } = await startStubServer();
process.stdout.write(`${JSON.stringify({ port })}\n`);
