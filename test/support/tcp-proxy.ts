/** A line from a bot to something around it, which a test can cut: for either side it's as if the other had died. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** What the bot gets instead of the address that the line leads to. */
  url: string;
  /** From now on, nothing gets through. New connections get no answer, as from a machine that is down. */
  cut(): void;
  /** Connections made since the cut get through, and so do new ones. */
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
    // without the slash that it adds
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
