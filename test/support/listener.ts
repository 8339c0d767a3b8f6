/** A place where response addresses lead: keeps what is said there, so that a test can look at it by name. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface Listener {
  /** The response address with this name. */
  address(name: string): string;
  /** The texts that came, oldest first. */
  heard(name: string): string[];
}

export async function startListener(t: TestContext): Promise<Listener> {
  const said = new Map<string, string[]>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const name = decodeURIComponent((request.url ?? '/').slice(1));
    said.set(name, [...(said.get(name) ?? []), (JSON.parse(body) as { text: string }).text]);
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: (name) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}`,
    heard: (name) => said.get(name) ?? [],
  };
}
