import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createServer, type Server } from 'node:net';
import { createSmtp, type MailFailure } from './mail-transport.ts';

/** A server that offers no TLS; what it hears. */
let server: Server;
let heard: string[] = [];
/** This machine by a name that does not say so. */
let elsewhere = '';
/** Its answers to lines that begin so, in the place of yes. */
let refusals: Record<string, string> = {};

beforeAll(async () => {
  server = createServer((socket) => {
    const say = (text: string) => socket.write(`${text}\r\n`);
    let isLetter = false;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        heard.push(line);
        if (isLetter && line !== '.') continue;
        if (line === '.') isLetter = false;
        if (line === 'DATA') isLetter = true;
        const refusal = Object.entries(refusals).find(([start]) => line.startsWith(start))?.[1];
        if (refusal) {
          isLetter = false;
          say(refusal);
          continue;
        }
        say(line === 'DATA' ? '354 go on' : line.startsWith('EHLO') ? '250 plain.test' : '250 yes');
      }
    });
    say('220 plain.test');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  elsewhere = `127.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => server.close());

async function send(url: string): Promise<{ failure: string; kind?: string; isSent: boolean }> {
  heard = [];
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
    isSent: heard.some((line) => line.includes('482913')),
  };
}

test('a letter goes to a server elsewhere by TLS only, with a password or without', async () => {
  for (const account of ['', 'desk:secret@']) {
    const { failure, isSent } = await send(`smtp://${account}${elsewhere}`);
    expect([failure === '', isSent]).toEqual([false, false]);
    expect(heard.join()).not.toContain('AUTH');
  }
});

test('without TLS where its address says so and no password goes along, and on this machine', async () => {
  expect(await send(`smtp://${elsewhere}?ignoreTLS=true`)).toEqual({ failure: '', isSent: true });
  expect((await send(`smtp://desk:secret@${elsewhere}?ignoreTLS=true`)).isSent).toBe(false);
  expect(heard.join()).not.toContain('AUTH');
  const here = elsewhere.replace('127.1', '127.0.0.1');
  expect(await send(`smtp://${here}`)).toEqual({ failure: '', isSent: true });
});

test.each([
  ['MAIL FROM', '553 5.7.1 sender not owned', 'down'],
  ['MAIL FROM', '550 5.7.1 sender rejected', 'down'],
  ['RCPT TO', '550 5.1.1 no such user', 'refused'],
  ['RCPT TO', '450 4.2.1 try later', 'later'],
  ['DATA', '554 5.7.1 spam', 'refused'],
])('%s answered by %s: the failure is %s', async (line, reply, kind) => {
  refusals = { [line]: reply };
  try {
    expect((await send(`smtp://${elsewhere.replace('127.1', '127.0.0.1')}`)).kind).toBe(kind);
  } finally {
    refusals = {};
  }
});
