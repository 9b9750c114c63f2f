import { expect, test } from 'bun:test';
import { baileysLogger, silentLog } from './log.ts';

test('Baileys log lines contain nothing but the error text', () => {
  const lines: object[] = [];
  const record = (fields: object, message: string) => lines.push({ ...fields, message });
  const logger = baileysLogger({ debug: record, info: record, warn: record, error: record });
  logger.info({ creds: 'secret' }, 'logging in');
  logger
    .child({ any: 1 })
    .error(
      { err: new Error('no session'), key: { remoteJid: '5511911111111@s.whatsapp.net' }, node: 'x' },
      'failed',
    );
  logger.warn('plain words');
  expect(lines).toEqual([
    { cause: { name: 'Error', message: 'no session' }, message: 'baileys: failed' },
    { message: 'baileys: plain words' },
  ]);
});

test('the restart after a pairing is no error in the log', () => {
  const errors: string[] = [];
  const note = (_fields: object, message: string) => void errors.push(message);
  const logger = baileysLogger({ ...silentLog, error: note });
  for (const code of ['515', '503'])
    logger.error(
      { reasonNode: {}, fullErrorNode: { tag: 'stream:error', attrs: { code } } },
      `stream ${code}`,
    );
  expect(errors).toEqual(['baileys: stream 503']);
});
