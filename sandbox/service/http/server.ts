import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listening = { origin: string; stop(): Promise<void> };

/** Starts listening. Stopping closes all connections, including hanging ones. */
export async function listen(listener: RequestListener, port: number, host: string): Promise<Listening> {
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return { origin: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`, stop: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((cause) => (cause ? reject(cause) : resolve()));
    server.closeAllConnections();
  });
}
