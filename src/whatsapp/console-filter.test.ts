import { expect, test } from 'bun:test';
import { installConsoleFilter } from './console-filter.ts';

function fakeConsole() {
  const printed: unknown[][] = [];
  const print = (...words: unknown[]) => printed.push(words);
  const target = {
    log: print,
    info: print,
    warn: print,
    error: print,
    debug: print,
    trace: print,
    dir: print,
  };
  return { printed, target: target as unknown as Console };
}

test('drops libsignal session logs but prints everything else', () => {
  const { printed, target } = fakeConsole();
  installConsoleFilter(target);
  target.info('Closing session:', { _chains: {}, currentRatchet: { rootKey: Buffer.from('k') } });
  target.error('Session error:Error: Bad MAC', 'stack');
  target.warn('Decrypted message with closed session.');
  target.log('server is up', { port: 80 });
  expect(printed).toEqual([['server is up', { port: 80 }]]);
});

test('redacts objects that hold keys under any message', () => {
  const { printed, target } = fakeConsole();
  installConsoleFilter(target);
  target.log('debugging', { inner: { creds: { privKey: Buffer.from('k') } } });
  target.dir({ indexInfo: {} });
  expect(printed).toEqual([['debugging', '[keys withheld]'], ['[keys withheld]']]);
});

test('can be removed again', () => {
  const { printed, target } = fakeConsole();
  const remove = installConsoleFilter(target);
  remove();
  target.info('Closing session:', 1);
  expect(printed).toEqual([['Closing session:', 1]]);
});

test('silences the real libsignal', async () => {
  const printed: unknown[][] = [];
  const print = console.info;
  console.info = (...words: unknown[]) => printed.push(words);
  const remove = installConsoleFilter();
  // @ts-expect-error the package has no types for its inner files
  const { default: SessionRecord } = await import('libsignal/src/session_record.js');
  new SessionRecord().closeSession({ indexInfo: { closed: -1 } });
  remove();
  console.info = print;
  expect(printed).toEqual([]);
});
