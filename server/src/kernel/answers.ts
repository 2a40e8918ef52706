import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** An answer that is a file: streamed, never cached. Its endpoint's reply shape is `z.unknown()`. */
export class Download {
  readonly contentType: string;
  readonly fileName: string;
  readonly body: Readable | Buffer | string;

  constructor(contentType: string, fileName: string, body: Readable | Buffer | string) {
    this.contentType = contentType;
    this.fileName = fileName;
    this.body = body;
  }
}

export function download({ contentType, fileName, body }: Download, reply: FastifyReply): Download['body'] {
  reply.type(contentType);
  // Letters beyond ASCII stand only in the second form (RFC 6266, section 4.3).
  const plain = fileName.replaceAll(/[^\u0020-\u007e]/g, '_');
  const whole = plain === fileName ? '' : `; filename*=UTF-8''${encodeURIComponent(fileName)}`;
  reply.header('content-disposition', `attachment; filename="${plain}"${whole}`);
  return body;
}

/** An answer that sends the browser elsewhere, inside our own origin or to the identity provider. */
export class Redirect {
  readonly location: string;

  constructor(location: string) {
    this.location = location;
  }
}
