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
  reply.header('content-disposition', `attachment; filename="${fileName}"`);
  return body;
}

/** An answer that sends the browser elsewhere, inside our own origin or to the identity provider. */
export class Redirect {
  readonly location: string;

  constructor(location: string) {
    this.location = location;
  }
}
