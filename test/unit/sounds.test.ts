import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';

test('the notification sound is short and quiet: a fifth of full scale, half a second', () => {
  const file = readFileSync(new URL('../../public/sounds/message.wav', import.meta.url));
  const rate = file.readUInt32LE(24);
  const data = file.subarray(file.indexOf('data') + 8);
  const samples = new Int16Array(
    data.buffer.slice(data.byteOffset, data.byteOffset + data.length - (data.length % 2)),
  );
  const loudest = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0) / 32_768;
  expect(loudest).toBeGreaterThan(0.1);
  expect(loudest).toBeLessThanOrEqual(0.2);
  expect(samples.length / rate).toBeLessThanOrEqual(0.5);
});
