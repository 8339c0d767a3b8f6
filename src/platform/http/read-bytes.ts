/** The most of a picture that is kept in memory. */
export const mostBytes = 10 * 1024 * 1024;

export interface Bytes {
  bytes: Buffer;
  /** False: the file is longer, and this is its beginning. */
  whole: boolean;
}

/** Counts the bytes while it reads, whatever length was announced, and stops at the limit. */
export async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Bytes> {
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    read += chunk.length;
    if (read > mostBytes) break;
  }
  return { bytes: Buffer.concat(chunks), whole: read <= mostBytes };
}
