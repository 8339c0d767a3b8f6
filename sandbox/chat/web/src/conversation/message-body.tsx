import { useMemo } from 'react';
import type { Container, Message } from '#sandbox/chat/protocol.ts';
import { Icon } from '../parts/icons.tsx';
import { useSurface } from '../surface/surface.ts';
import { SurfaceBlocks } from '../surface/surface-blocks.tsx';
import { ExternalLink } from '../text/mentions.tsx';
import { MrkdwnText } from '../text/mrkdwn-text.tsx';

/** A message's blocks or text, then its unfurls and files. */
export function MessageBody({ message }: { message: Message }) {
  const { channel, ts, blocksVersion, blocks, text, files, edited } = message;
  const container = useMemo<Container>(
    () => ({ type: 'message', channel, ts, blocksVersion }),
    [channel, ts, blocksVersion],
  );
  const surface = useSurface(container, blocks);
  return (
    <div className="message-body">
      {blocks.length > 0 ? <SurfaceBlocks surface={surface} blocks={blocks} /> : <MrkdwnText text={text} />}
      {edited && <span className="message-edited">(edited)</span>}
      {message.unfurls.map((unfurl) => (
        <Unfurl key={unfurl.url} container={container} unfurl={unfurl} />
      ))}
      {files.map((file) => (
        <FileCard key={file.id} file={file} />
      ))}
    </div>
  );
}

function Unfurl({ container, unfurl }: { container: Container; unfurl: Message['unfurls'][number] }) {
  const { url, blocks } = unfurl;
  const surface = useSurface(container, blocks);
  return (
    <aside className="unfurl" aria-label={`About ${url}`}>
      <p className="unfurl-app">Presscheck</p>
      <SurfaceBlocks surface={surface} blocks={blocks} />
    </aside>
  );
}

function FileCard({ file }: { file: Message['files'][number] }) {
  return (
    <div className="file-card">
      <ExternalLink url={new URL(file.url, window.location.href).href}>
        {file.mimetype.startsWith('image/') ? (
          <img src={file.url} alt={file.name} />
        ) : (
          <>
            <Icon name="file" />
            <span>{file.name}</span>
          </>
        )}
      </ExternalLink>
    </div>
  );
}
