import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendingThrough } from './mail.ts';

const message = {
  from: 'us@sentrywell.example',
  to: 'them@clinic.example',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: '<1@sentrywell.example>',
  headers: {},
};

/** A mail server that does with each connection what it is told to. @returns its address. */
async function serverThat(answers: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    answers(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) {
      socket.destroy();
    }
    server.close();
  });
  const address = server.address();
  return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

/** How long it took until the mail was given up, in milliseconds. */
async function givenUpAfter(url: string): Promise<number> {
  const began = performance.now();
  await expect(
    sendingThrough(url, { untilGreeted: 300, untilTaken: 900 })(message, 1, new AbortController().signal),
  ).rejects.toThrow(/greeting|timeout|aborted/i);
  return performance.now() - began;
}

test('a mail server that takes the connection and never greets is given up in time', async () => {
  expect(await givenUpAfter(await serverThat(() => undefined))).toBeLessThan(850);
});

test('so is one that greets and says nothing more, and one that says a line now and then for ever', async () => {
  const silent = await serverThat((socket) => socket.write('220 hello\r\n'));
  expect(await givenUpAfter(silent)).toBeLessThan(3_000);
  const dripping = await serverThat((socket) => {
    socket.write('220 hello\r\n');
    socket.once('data', () => {
      const timer = setInterval(() => socket.write('250-and more\r\n'), 50);
      socket.once('close', () => clearInterval(timer));
    });
  });
  expect(await givenUpAfter(dripping)).toBeLessThan(3_000);
});

test('a mail that its server has not taken when ours stops is broken off', async () => {
  const stopping = new AbortController();
  const silent = await serverThat((socket) => {
    socket.write('220 hello\r\n');
    socket.once('data', () => stopping.abort());
  });
  const began = performance.now();
  await expect(sendingThrough(silent)(message, 1, stopping.signal)).rejects.toThrow('aborted');
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('a password is told only to a mail server that encrypts, unless its address says that it need not', async () => {
  const heard: string[] = [];
  const plain = await serverThat((socket) => {
    socket.write('220 hello\r\n');
    socket.on('data', (line) => {
      const [command = ''] = line.toString().split(/[ \r]/);
      heard.push(command);
      socket.write(command === 'EHLO' ? '250-hello\r\n250 AUTH PLAIN\r\n' : '535 not you\r\n');
    });
  });
  const address = plain.replace('//', '//us:secret@');
  const send = (url: string) => sendingThrough(url)(message, 1, new AbortController().signal);
  await expect(send(address)).rejects.toThrow('STARTTLS');
  expect(heard).toEqual(['EHLO', 'STARTTLS']);
  await expect(send(`${address}/?requireTLS=false`)).rejects.toThrow('535');
  expect(heard).toContain('AUTH');
});
