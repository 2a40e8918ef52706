import { Refusal } from '../../kernel/refusal.ts';
import { maximumBytes } from './policy-shape.ts';

/**
 * Reads an answer of Google's, and stops at the limit, whatever length it claims to have.
 * @throws Refusal `workspace.too_large`
 */
export async function readAnswer(response: Response): Promise<string> {
  if (response.body === null) {
    return '';
  }
  const stream: AsyncIterable<Uint8Array> = response.body;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (bytes > maximumBytes) {
      throw new Refusal('workspace.too_large');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
