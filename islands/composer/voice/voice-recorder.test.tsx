import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';
import { useState } from 'react';
import type { Voice } from './mp3.ts';

withDom();

const WASM = `${import.meta.dir}/../../../node_modules/wasm-media-encoders/wasm/mp3.wasm`;
const SECOND = 48_000;

class FakeRecorder {
  state = 'inactive';
  mimeType = 'audio/webm';
  ondataavailable = (_: { data: Blob }) => undefined as unknown;
  onstop = () => undefined as unknown;
  start(): void {
    this.state = 'recording';
  }
  stop(): void {
    this.state = 'inactive';
    this.ondataavailable({ data: new Blob(['sound']) });
    this.onstop();
  }
}

class Context {
  async decodeAudioData() {
    return { getChannelData: () => new Float32Array(SECOND), sampleRate: SECOND, duration: 1 };
  }
  async close() {}
}

let clock = 0;
let ticking: { mockRestore(): void };
beforeEach(() => {
  const mediaDevices = { getUserMedia: async () => ({ getTracks: () => [] }) };
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
  Object.assign(globalThis, { MediaRecorder: FakeRecorder, AudioContext: Context });
  ticking = spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(async () => {
  ticking.mockRestore();
  document.getElementById('toasts')?.remove();
  (await import('../../workspace/drafts.ts')).recordings.set(new Map());
});

type Props = {
  Recorder: typeof import('./voice-recorder.tsx').VoiceRecorder;
  onSend: (reply: string, voice: Voice) => void;
  onClose: () => void;
};

function Composing({ Recorder, onSend, onClose }: Props) {
  const [reply, setReply] = useState('A');
  return (
    <>
      <button type="button" data-reply="" onClick={() => setReply('B')} />
      <Recorder ticketId={1} onSend={(voice) => onSend(reply, voice)} onClose={onClose} />
    </>
  );
}

async function record(encoders: (() => Response)[]) {
  const [{ VoiceRecorder }, { fixture }] = await Promise.all([
    import('./voice-recorder.tsx'),
    import('../../workspace/fixture.test-support.tsx'),
  ]);
  const sent: [reply: string, Voice][] = [];
  let closed = 0;
  const props = {
    Recorder: VoiceRecorder,
    onSend: (reply: string, voice: Voice) => void sent.push([reply, voice]),
    onClose: () => {
      closed += 1;
    },
  };
  const answer = ({ path }: { path: string }) => (path.endsWith('.wasm') ? encoders.shift()?.() : {});
  const made = await fixture(Composing, props, answer);
  const send = () => made.find<HTMLButtonElement>('[aria-label="Enviar"]');
  const settled = async (what: string, probe: () => boolean) =>
    until(what, async () => {
      await made.act(async () => undefined);
      return probe();
    });
  await settled('a recording', () => !send().disabled);
  clock += 1250;
  return { ...made, send, settled, sent, closed: () => closed };
}

const encoder = async () => {
  const wasm = await Bun.file(WASM).arrayBuffer();
  return () => new Response(wasm);
};

test('a recording that could not be encoded stays and is sent with the next press', async () => {
  const lacking = () => new Response(null, { status: 503 });
  const encoders = [lacking, lacking, await encoder()];
  const { act, send, settled, sent, closed, host, end } = await record(encoders);
  // Fetched when the recording starts.
  expect(encoders).toHaveLength(2);
  await act(() => send().click());
  await settled('the failure', () => document.querySelector('.toast-card') !== null);
  await settled('the recording to listen to', () => host.querySelector('audio') !== null);
  expect([closed(), sent.length, send().disabled]).toEqual([0, 0, false]);
  await act(() => send().click());
  await settled('the voice note', () => sent.length > 0);
  expect(sent[0]?.[1].blob.size).toBeGreaterThan(10_000);
  await end();
});

test('quotes the message that is the reply when the recording ends', async () => {
  const { act, find, send, settled, sent, end } = await record([await encoder()]);
  await act(() => find('[data-reply]').click());
  await act(() => send().click());
  await settled('the voice note', () => sent.length > 0);
  expect(sent.map(([reply]) => reply)).toEqual(['B']);
  await end();
});

test('a recording whose ticket is left is there when it is opened again, and one that was sent is not', async () => {
  const first = await record([await encoder()]);
  await first.end();
  const again = await record([await encoder()]);
  const { act, host, send, settled, sent, end } = again;
  expect(host.querySelector('audio') !== null).toBe(true);
  expect(document.activeElement === host.querySelector('[data-recorder]')).toBe(true);
  await act(() => send().click());
  await settled('the voice note', () => sent.length > 0);
  await end();
  const { recordings } = await import('../../workspace/drafts.ts');
  expect(recordings.get().size).toBe(0);
});

test('somebody who writes elsewhere while it is prepared keeps the focus', async () => {
  const made = Promise.withResolvers<Response>();
  const { act, find, host, settled, end } = await record([() => made.promise as never]);
  const search = document.body.appendChild(document.createElement('input'));
  await act(() => find<HTMLButtonElement>('[aria-label="Parar e ouvir"]').click());
  search.focus();
  await act(async () => made.resolve((await encoder())()));
  await settled('the recording to listen to', () => host.querySelector('audio') !== null);
  expect(document.activeElement === search).toBe(true);
  await end();
  await new Promise(requestAnimationFrame);
  expect(document.activeElement === search).toBe(true);
  const toasts = [...document.querySelectorAll('.toast-card')].map((card) => card.textContent);
  expect(toasts).toEqual(['O áudio não foi enviado: ele espera na conversa. Abra-a para ouvir e enviar.']);
  search.remove();
});
