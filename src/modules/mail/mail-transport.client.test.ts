import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createServer, type Server } from 'node:net';
import { createSmtp, type MailFailure } from './mail-transport.client.ts';

let server: Server;
let received: string[] = [];
let elsewhere = '';
let refusals: Record<string, string> = {};

beforeAll(async () => {
  server = createServer((socket) => {
    const writeLine = (text: string) => socket.write(`${text}\r\n`);
    let isLetter = false;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        received.push(line);
        if (isLetter && line !== '.') continue;
        if (line === '.') isLetter = false;
        if (line === 'DATA') isLetter = true;
        const refusal = Object.entries(refusals).find(([start]) => line.startsWith(start))?.[1];
        if (refusal) {
          isLetter = false;
          writeLine(refusal);
          continue;
        }
        writeLine(line === 'DATA' ? '354 go on' : line.startsWith('EHLO') ? '250 plain.test' : '250 yes');
      }
    });
    writeLine('220 plain.test');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  elsewhere = `127.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => server.close());

async function send(url: string): Promise<{ failure: string; kind?: string; isSent: boolean }> {
  received = [];
  const from = { name: 'Balcão', address: 'desk@a.test' };
  const letter = {
    id: '1@a.test',
    from,
    to: 'lia@a.test',
    subject: 'Código',
    text: '482913',
    html: '482913',
  };
  const failed = await createSmtp({ url, from }, () => () => {})
    .send(letter, new AbortController().signal)
    .then(
      () => undefined,
      (error: MailFailure) => error,
    );
  return {
    failure: failed?.message ?? '',
    ...(failed && { kind: failed.kind }),
    isSent: received.some((line) => line.includes('482913')),
  };
}

test('refuses to send to a remote server without TLS', async () => {
  for (const account of ['', 'desk:secret@']) {
    const { failure, isSent } = await send(`smtp://${account}${elsewhere}`);
    expect([failure === '', isSent]).toEqual([false, false]);
    expect(received.join()).not.toContain('AUTH');
  }
});

test('sends without TLS to loopback, or with ignoreTLS and no password', async () => {
  expect(await send(`smtp://${elsewhere}?ignoreTLS=true`)).toEqual({ failure: '', isSent: true });
  expect((await send(`smtp://workspace:secret@${elsewhere}?ignoreTLS=true`)).isSent).toBe(false);
  expect(received.join()).not.toContain('AUTH');
  const here = elsewhere.replace('127.1', '127.0.0.1');
  expect(await send(`smtp://${here}`)).toEqual({ failure: '', isSent: true });
});

test.each([
  ['MAIL FROM', '553 5.7.1 sender not owned', 'down'],
  ['MAIL FROM', '550 5.7.1 sender rejected', 'down'],
  ['RCPT TO', '550 5.1.1 no such user', 'refused'],
  ['RCPT TO', '450 4.2.1 try later', 'later'],
  ['DATA', '554 5.7.1 spam', 'refused'],
])('%s answered by %s is classified as %s', async (line, reply, kind) => {
  refusals = { [line]: reply };
  try {
    expect((await send(`smtp://${elsewhere.replace('127.1', '127.0.0.1')}`)).kind).toBe(kind);
  } finally {
    refusals = {};
  }
});

test('greets the server by the name of the public address', async () => {
  received = [];
  const from = { name: 'Balcão', address: 'desk@a.test' };
  const url = `smtp://${elsewhere.replace('127.1', '127.0.0.1')}`;
  const smtp = createSmtp({ url, from, hostname: 'desk.example' }, () => () => {});
  expect(await smtp.check(new AbortController().signal)).toBeUndefined();
  expect(received).toContain('EHLO desk.example');
});
