import { errorCode } from './error-code.ts';

/**
 * The program cannot start, and a person can mend it. The message is a sentence for that person:
 * `main.ts` prints it alone, without a stack, and exits with code 1.
 */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

const words: Readonly<Record<string, (where: Listening) => string>> = {
  EADDRINUSE: ({ port, portSetting }) =>
    `Port ${port} is taken by another program. Stop it, or choose another with ${portSetting}.`,
  EACCES: notAllowed,
  EADDRNOTAVAIL: notAllowed,
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
};

export type Listening = {
  readonly host: string;
  readonly port: number;
  readonly hostSetting: 'HOST' | 'METRICS_HOST';
  readonly portSetting: 'PORT' | 'METRICS_PORT';
};

function notAllowed({ host, port, hostSetting, portSetting }: Listening): string {
  return `This machine does not let us listen on ${host}:${port}. Check ${hostSetting} and ${portSetting}.`;
}

function unknownName({ host, hostSetting }: Listening): string {
  return `This machine does not know the name ${host}. Check ${hostSetting}.`;
}

/** What a server that can't listen says; an error that no setting explains stays as it is. */
export function asListenFailure(error: unknown, where: Listening): unknown {
  const sentence = words[errorCode(error)];
  return sentence === undefined ? error : new StartFailure(sentence(where));
}

const diskCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EISDIR', 'ENOTDIR']);

/** What is printed when a program ends in an error: a sentence where a person can mend it, else the stack, which helps. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  if (error instanceof StartFailure) {
    return error.message;
  }
  const { code, path } = error as NodeJS.ErrnoException;
  return code !== undefined && path !== undefined && diskCodes.has(code)
    ? `${path} cannot be used (${error.message}). Check who owns it, and whether the disk is full.`
    : (error.stack ?? error.message);
}
