/**
 * Streams Slack files to the publishing service. Nothing is stored, and a client without access learns only
 * the status.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import type { Route } from '#src/platform/http/route.ts';
import { type Addressed, type FileAddresses, filesPath } from './file-addresses.ts';
import { createKnownFiles, type KnownFiles } from './known-files.ts';
import { type Ending, largestMedia, mediaTypes, type SlackFile, type SlackFiles } from './media.ts';

/**
 * How many files one process streams at the same time. Other requests wait at the publishing service, not
 * here.
 */
const streamsAtMost = 100;
/** How many of these can be for one workspace, so that its slow readers don't block the others. */
const streamsOfWorkspace = 20;
/**
 * How many of these can be for one file, so that someone who knows its address can't block the other files.
 */
const streamsOfFile = 5;
/** How long a stream can be without progress on either side. */
const idleAtMostMs = 20_000;
const wholeMs = 15 * 60_000;
const oneRange = /^bytes=(\d+-\d*|-\d+)$/;

interface Parts {
  addresses: Pick<FileAddresses, 'read'>;
  contextOf(workspace: string): Promise<{ files: SlackFiles } | undefined>;
  log: Pick<Logger, 'warn'>;
  /** In epoch milliseconds. */
  now(): number;
  /** Default 20 seconds. */
  idleMs?: number;
}

/** The status to answer with if there's no file to send. */
class Refused extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, headers: Record<string, string> = {}) {
    super(`answered with ${status}`);
    this.status = status;
    this.headers = headers;
  }
}

/** Slack sent too few or too many bytes. Those that are sent already can't be taken back. */
class WrongLengthError extends Error {}

export function createFileServer(parts: Parts): Route {
  /** What each running stream is for. */
  const running = new Map<AbortController, Addressed>();
  const known = createKnownFiles(parts.now);
  return {
    path: `${filesPath}/:workspace/:file/:until/:name`,
    method: ['GET', 'HEAD'],
    handler(request, response) {
      const abort = new AbortController();
      response.once('close', () => abort.abort());
      let target: Addressed | undefined;
      const serve = async (): Promise<void> => {
        target = addressed(parts.addresses, request);
        if (isCrowded([...running.values()], target)) throw new Refused(503, { 'retry-after': '10' });
        running.set(abort, target);
        await passOn({ ...parts, known }, target, request, response, abort);
      };
      // The receiver doesn't wait for this, so it must not throw.
      void serve()
        .catch((cause: unknown) => refuse(parts.log, target, response, abort, cause))
        .finally(() => running.delete(abort));
    },
  };
}

function isCrowded(running: readonly Addressed[], { workspace, file }: Addressed): boolean {
  const ofWorkspace = running.filter((one) => one.workspace === workspace);
  const ofFile = ofWorkspace.filter((one) => one.file === file);
  return (
    running.length >= streamsAtMost ||
    ofWorkspace.length >= streamsOfWorkspace ||
    ofFile.length >= streamsOfFile
  );
}

function addressed(addresses: Parts['addresses'], { url = '/' }: IncomingMessage): Addressed {
  const target = addresses.read(new URL(url, 'http://localhost').pathname);
  if (target === 'forged') throw new Refused(404);
  if (target === 'expired') throw new Refused(410);
  return target;
}

async function passOn(
  { contextOf, known, idleMs = idleAtMostMs }: Parts & { known: KnownFiles },
  target: Addressed,
  request: IncomingMessage,
  response: ServerResponse,
  abort: AbortController,
): Promise<void> {
  const workspaceContext = await contextOf(target.workspace);
  if (!workspaceContext) throw new Refused(410);
  const { files } = workspaceContext;
  const file = usable(await known.info(files, target.workspace, target.file));
  const size = sizeOf(file, target.ending);
  const headers = headersOf(target.ending);
  if (request.method === 'HEAD') {
    response.writeHead(200, { ...headers, 'content-length': size }).end();
    return;
  }
  const watch = setTimeout(() => abort.abort(), idleMs);
  let body: ReadableStream<Uint8Array> | null = null;
  try {
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(wholeMs)]);
    // We send nothing that a range could be compared with, so a client that compares gets the whole file.
    const requestedRange = request.headers['if-range'] === undefined ? request.headers.range : undefined;
    const range = requestedRange && oneRange.test(requestedRange) ? requestedRange : undefined;
    const answer = await files.open(file, range, signal).catch(async (cause: unknown) => {
      // Slack redirects if the file was deleted since we asked about it.
      if (!signal.aborted) usable(await known.info(files, target.workspace, target.file, 'doubted'));
      throw cause;
    });
    body = answer.body;
    const { status, headers: more, length } = readAnswer(answer, target.ending, size, range);
    if (!body) throw new Refused(502);
    response.writeHead(status, { ...headers, ...more, 'content-length': length });
    await pipeline(
      Readable.fromWeb(body),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        let left = length;
        for await (const chunk of chunks) {
          watch.refresh();
          left -= chunk.length;
          if (left < 0) throw new WrongLengthError('Slack sent more bytes than it announced');
          yield chunk;
        }
        if (left > 0) throw new WrongLengthError('Slack sent fewer bytes than it announced');
      },
      response,
      { signal },
    );
  } finally {
    clearTimeout(watch);
    // A refused request has no open stream, and one that was read to its end is closed already.
    await body?.cancel().catch(() => undefined);
  }
}

function usable(file: Awaited<ReturnType<SlackFiles['info']>>): SlackFile {
  if (file === 'gone' || file === 'missing_scope') throw new Refused(410);
  if (file === 'rate_limited') throw new Refused(503, { 'retry-after': '60' });
  if (file === 'no_response') throw new Refused(502);
  return file;
}

/** The size in bytes. Refuses a file that's too large, or whose type isn't the signed one. */
function sizeOf({ mimetype, mode, size }: SlackFile, ending: Ending): number {
  if (mode === 'tombstone') throw new Refused(410);
  if (mimetype !== mediaTypes[ending]) throw new Refused(415);
  if (!size || size > largestMedia[ending]) throw new Refused(413);
  return size;
}

function headersOf(ending: Ending): Record<string, string> {
  return {
    'content-type': mediaTypes[ending],
    'content-disposition': 'inline',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  };
}

/** How to answer with what Slack sent, which must be the requested file. `length`: in bytes. */
function readAnswer(answer: Response, ending: Ending, size: number, range: string | undefined) {
  const { status, headers } = answer;
  if (status === 404 || status === 410) throw new Refused(410);
  if (status === 416) throw new Refused(416, { 'content-range': `bytes */${size}` });
  if (status === 429) throw new Refused(503, { 'retry-after': '60' });
  // A sign-in page has the same status as a file.
  if (!headers.get('content-type')?.startsWith(mediaTypes[ending])) throw new Refused(502);
  if (status === 200) return { status, headers: {}, length: size };
  const part = headers.get('content-range') ?? '';
  const [, first, last, of] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(part) ?? [];
  if (status !== 206 || !range || Number(of) !== size || !first || !last) throw new Refused(502);
  return { status, headers: { 'content-range': part }, length: Number(last) - Number(first) + 1 };
}

/** A client that left or waited too long gets no answer. */
function refuse(
  log: Pick<Logger, 'warn'>,
  target: Addressed | undefined,
  response: ServerResponse,
  abort: AbortController,
  cause: unknown,
): void {
  const refused = cause instanceof Refused ? cause : undefined;
  const hasBegun = response.headersSent || response.destroyed;
  if (hasBegun ? cause instanceof WrongLengthError : !refused)
    log.warn(
      { err: cause, workspace: target?.workspace, file: target?.file },
      "couldn't serve a file from Slack",
    );
  if (hasBegun) {
    response.destroy();
    return;
  }
  const status = refused?.status ?? (abort.signal.aborted ? 504 : 502);
  response.writeHead(status, { 'cache-control': 'no-store', ...refused?.headers }).end();
}
