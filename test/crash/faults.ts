import type { Fixture } from './fixture.ts';
import { until } from './fixture.ts';

const soon = (ms: number) => Bun.sleep(Math.random() * ms);

export type Fault = {
  breaks: boolean;
  happen(fixture: Fixture): Promise<void> | void;
};

export const FAULTS: Record<string, Fault> = {
  cut: { breaks: true, happen: ({ network }) => network.faults.cut() },
  mute: {
    breaks: true,
    async happen({ network }) {
      network.faults.mute();
      await soon(300);
      network.faults.unmute();
    },
  },
  'late acks': {
    breaks: false,
    async happen({ network }) {
      network.faults.delayAcks(600);
      await soon(2_000);
      network.faults.delayAcks(0);
    },
  },
  'dropped acks': {
    breaks: false,
    async happen({ network }) {
      network.faults.dropAcks(3);
      await soon(1_000);
    },
  },
  'messages lost on the way': {
    breaks: false,
    async happen({ network }) {
      network.faults.loseMessages(3);
      await soon(1_000);
    },
  },
  'stream error 515': { breaks: true, happen: ({ network }) => network.faults.streamError(515) },
  'stream error 503': { breaks: true, happen: ({ network }) => network.faults.streamError(503) },
  'refused logins': {
    breaks: true,
    happen({ network }) {
      network.faults.failLogins(503, 2);
      network.faults.cut();
    },
  },
  'media host out of order': {
    breaks: false,
    async happen({ network }) {
      network.media.failDownloads = 503;
      network.media.failUploads = 503;
      await soon(1_500);
      network.media.failDownloads = null;
      network.media.failUploads = null;
    },
  },
};

export async function disturb(fixture: Fixture, fault: Fault, rounds: number): Promise<void> {
  const devices = () => [...fixture.owner.devices.values()];
  for (let round = 0; round < rounds; round += 1) {
    await soon(500);
    const before = new Set(devices().map(({ connection }) => connection));
    await fault.happen(fixture);
    await until('the desk is back', () =>
      devices().every((one) => one.isConnected && !(fault.breaks && before.has(one.connection))),
    );
  }
  await fixture.network.faults.clear();
}
