import { createInterface } from 'node:readline';
import { StartFailure } from './kernel/start-failure.ts';

const keys = {
  enter: '\r',
  newLine: '\n',
  interrupt: '\u0003',
  endOfText: '\u0004',
  backspace: '\u007f',
  delete: '\b',
};

/** Reads lines that are piped in, one after another. */
type Lines = { readonly next: () => Promise<string>; readonly close: () => void };

function pipedLines(): Lines {
  const reader = createInterface({ input: process.stdin });
  const lines = reader[Symbol.asyncIterator]();
  return {
    next: async () => {
      const { value, done } = await lines.next();
      return done === true ? '' : value;
    },
    close: () => reader.close(),
  };
}

/** Types are not shown, not even as dots: their number would say how long the secret is. */
function typedLine(): Promise<string> {
  const { stdin } = process;
  return new Promise((resolve, reject) => {
    let line = '';
    const finish = (settle: () => void) => {
      stdin.setRawMode(false).pause().off('data', take);
      process.stdout.write('\n');
      settle();
    };
    const take = (data: string) => {
      for (const character of data) {
        if (character === keys.enter || character === keys.newLine || character === keys.endOfText) {
          finish(() => resolve(line));
          return;
        }
        if (character === keys.interrupt) {
          finish(() => reject(new StartFailure('Interrupted. Nothing was changed.')));
          return;
        }
        line =
          character === keys.backspace || character === keys.delete
            ? Array.from(line).slice(0, -1).join('')
            : line + character;
      }
    };
    stdin.setRawMode(true).setEncoding('utf8').resume().on('data', take);
  });
}

/** Asks on the terminal without echo; where the input is piped, takes its lines instead. */
export function secretReader(): { readonly ask: (question: string) => Promise<string>; readonly close: () => void } {
  const piped = process.stdin.isTTY ? undefined : pipedLines();
  return {
    ask: (question) => {
      process.stdout.write(question);
      return piped === undefined ? typedLine() : piped.next();
    },
    close: () => piped?.close(),
  };
}
