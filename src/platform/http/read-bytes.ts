/** As much of a picture as is kept in memory. */
export const mostBytes = 10 * 1024 * 1024;

export interface Bytes {
  bytes: Buffer;
  /** False: there was more than is read, and this is its beginning. */
  whole: boolean;
}

/** Counts while it reads, whatever was said before about the length; the rest is not taken. */
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
