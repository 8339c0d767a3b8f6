/** A TCP proxy between a bot and a dependency. When a test cuts it, each side looks dead to the other. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** The proxy's URL, to use instead of the dependency's. */
  url: string;
  /** Drops all connections. New ones get no response, as if the machine were down. */
  cut(): void;
  /** Forwards the connections made since the cut, and new ones. */
  restore(): void;
  close(): void;
}

export async function startTcpProxy(to: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let isCut = false;
  const waiting: Socket[] = [];
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.setNoDelay();
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const forward = (near: Socket): void => {
    const far = keep(connect(Number(port), hostname));
    near.pipe(far).pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  };
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((socket) => {
    keep(socket);
    if (isCut) waiting.push(socket);
    else forward(socket);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const url = new URL(to);
  url.port = String((server.address() as AddressInfo).port);
  return {
    // without the slash that `URL` adds
    url: to.endsWith('/') ? url.href : url.href.replace(/\/$/, ''),
    cut() {
      isCut = true;
      hangUp();
    },
    restore() {
      isCut = false;
      for (const socket of waiting.splice(0)) if (!socket.destroyed) forward(socket);
    },
    close() {
      server.close();
      hangUp();
    },
  };
}
