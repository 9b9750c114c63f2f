import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type LiveDesk, openLiveDesk, until } from './lines.ts';

let live: LiveDesk;
let before: string[];
beforeAll(async () => {
  live = await openLiveDesk();
  before = onDisk();
});
afterAll(() => live.stop());

function onDisk(): string[] {
  const root = join(live.desk.kernel.config.dataDir, 'companies', String(live.aurora.companyId), 'media');
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

test('an upload that is cut off leaves nothing behind, under either address', async () => {
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

test('what a route does not take is answered before it is sent', async () => {
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
