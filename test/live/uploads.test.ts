import { afterAll, beforeAll, expect, test } from 'bun:test';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type LiveApp, openLiveApp, until } from './lines.ts';

let live: LiveApp;
let before: string[];
beforeAll(async () => {
  live = await openLiveApp();
  before = onDisk();
});
afterAll(() => live.stop());

function onDisk(): string[] {
  const root = join(live.testApp.kernel.config.dataDir, 'companies', String(live.aurora.companyId), 'media');
  return existsSync(root) ? (readdirSync(root, { recursive: true }) as string[]) : [];
}

async function begin(token: string, path: string, bytes: number) {
  const { port, host } = new URL(live.url);
  const socket = connect(Number(port), '127.0.0.1');
  const line = { answer: '', close: () => socket.destroy() };
  socket.on('data', (data) => {
    line.answer += data;
  });
  socket.on('error', () => undefined);
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${60 * 1024 * 1024}`,
      '',
      '--b',
      'Content-Disposition: form-data; name="medias"; filename="a.bin"',
      '',
      'x'.repeat(bytes),
    ].join('\r\n'),
  );
  return line;
}

test('an aborted upload leaves nothing behind under either URL prefix', async () => {
  const token = await live.token('bia');
  for (const prefix of ['', '/api']) {
    const lines = await Promise.all(
      Array.from({ length: 3 }, () => begin(token, `${prefix}/messages/${live.aurora.ticketId}`, 500_000)),
    );
    await until(() => onDisk().length >= before.length + 3, 'it is on its way to the disk');
    for (const line of lines) line.close();
    await until(() => onDisk().length === before.length, 'what came of it is removed');
  }
  expect(onDisk()).toEqual(before);
});

test('a request body a route does not accept is refused before it is sent', async () => {
  const token = await live.token('bia');
  const answers: string[] = [];
  for (const path of ['/tags', '/api/tags', '/auth/login']) {
    const line = await begin(token, path, 0);
    await until(() => line.answer.includes('\r\n\r\n'), 'an answer');
    answers.push(line.answer.split(' ')[1] ?? '');
    line.close();
  }
  expect(answers).toEqual(['415', '415', '415']);
});

test('an oversized upload is read to the end before it is refused with 413', async () => {
  const token = await live.token('ana');
  const { port, host } = new URL(live.url);
  const size = 12 * 1024 * 1024;
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
  const tail = '\r\n--b--\r\n';
  const socket = connect(Number(port), '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => (answer += data));
  const closed = once(socket, 'close');
  const write = (data: string) => new Promise((resolve) => socket.write(data, resolve));
  await write(
    [
      'POST /contacts/upload HTTP/1.1',
      ...[`Host: ${host}`, `Authorization: Bearer ${token}`, 'Connection: close'],
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${head.length + size + tail.length}`,
      '',
      head,
    ].join('\r\n'),
  );
  const early: string[] = [];
  for (let sent = 0; sent < size; sent += 65_536) {
    expect(await write('x'.repeat(65_536))).toBeFalsy();
    early.push(answer);
  }
  await write(tail);
  await closed;
  expect(early.join('')).toBe('');
  expect(answer).toStartWith('HTTP/1.1 413');
});
