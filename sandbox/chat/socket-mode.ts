import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { app } from './defaults.ts';
import { newId } from './ids.ts';
import { fieldsOf, parsed } from './json.ts';

export type EnvelopeType = 'slash_commands' | 'interactive' | 'events_api';

const mostConnections = 10;
const pingEveryMs = 5000;
const goodbyeMs = 500;

/** Socket Mode (docs.slack.dev/apis/events-api/using-socket-mode): up to ten connections, any of which gets a payload and acknowledges it. */
export class SocketMode {
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #tickets = new Set<string>();
  readonly #open: WebSocket[] = [];
  readonly #waiting = new Map<string, (payload: unknown) => void>();
  readonly #changed: () => void;
  #turn = 0;

  constructor(http: Server, changed: () => void) {
    this.#changed = changed;
    http.on('upgrade', (request, socket, head) => {
      const ticket = /[?&]ticket=(\w+)/.exec(request.url ?? '')?.[1] ?? '';
      if (!this.#tickets.delete(ticket) || this.#open.length >= mostConnections) socket.destroy();
      else this.#server.handleUpgrade(request, socket, head, (connection) => this.#welcome(connection));
    });
  }

  get connections(): number {
    return this.#open.length;
  }

  /** The path of the address that `apps.connections.open` answers; good for one connection. */
  ticket(): string {
    const ticket = newId('', 24);
    this.#tickets.add(ticket);
    return `/link/?ticket=${ticket}`;
  }

  /** Sends an envelope and waits for its acknowledgement; rejects after the deadline. */
  async send(type: EnvelopeType, payload: object, withinMs: number, retry: object = {}): Promise<unknown> {
    const connection = this.#open[this.#turn++ % this.#open.length];
    if (!connection) throw new Error('no Socket Mode connection is open');
    const envelopeId = randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const deadline = setTimeout(() => reject(new DOMException('not acknowledged', 'TimeoutError')), withinMs);
    this.#waiting.set(envelopeId, resolve);
    const accepts = type !== 'events_api';
    connection.send(
      JSON.stringify({ envelope_id: envelopeId, type, payload, accepts_response_payload: accepts, ...retry }),
    );
    try {
      return await promise;
    } finally {
      clearTimeout(deadline);
      this.#waiting.delete(envelopeId);
    }
  }

  /** Slack recycles connections: each gets a `disconnect` and no more payloads, and the app closes it and opens another. */
  disconnect(reason: 'warning' | 'refresh_requested' | 'link_disabled' = 'refresh_requested'): void {
    const frame = JSON.stringify({ type: 'disconnect', reason });
    for (const connection of this.#open.splice(0)) connection.send(frame);
    this.#changed();
  }

  /** Drops all connections without a close handshake. */
  break(): void {
    this.#open.length = 0;
    for (const connection of this.#server.clients) connection.terminate();
    this.#changed();
  }

  /** Closes all connections with a handshake. If one is dropped meanwhile, Bolt waits for 30 seconds. */
  async close(): Promise<void> {
    const gone = [...this.#server.clients].map((connection) => {
      connection.close(1001);
      return once(connection, 'close');
    });
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const deadline = setTimeout(resolve, goodbyeMs);
    await Promise.race([Promise.all(gone), late]);
    clearTimeout(deadline);
    this.break();
    this.#server.close();
  }

  #welcome(connection: WebSocket): void {
    const ping = setInterval(() => connection.ping(), pingEveryMs);
    ping.unref();
    connection.on('close', () => {
      clearInterval(ping);
      const at = this.#open.indexOf(connection);
      if (at >= 0) this.#open.splice(at, 1);
      this.#changed();
    });
    connection.on('error', () => connection.terminate());
    connection.on('message', (data) => {
      const { envelope_id, payload } = fieldsOf(parsed(String(data)));
      this.#waiting.get(String(envelope_id))?.(payload);
    });
    connection.send(
      JSON.stringify({
        type: 'hello',
        num_connections: this.#open.length + 1,
        connection_info: { app_id: app.id },
      }),
    );
    this.#open.push(connection);
    this.#changed();
  }
}
