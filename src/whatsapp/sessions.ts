import { WA_CERT_DETAILS } from '@whiskeysockets/baileys';
import { makeCipher } from './baileys/auth/cipher.ts';
import { Connection } from './baileys/connection/connection.ts';
import { type Log, silentLog } from './baileys/log.ts';
import { defaultSettings, type Settings } from './baileys/settings.ts';
import { systemTimers, type Timers } from './baileys/timers.ts';
import type { SessionListener, SessionStores, SessionTarget, WhatsApp } from './port.ts';

export { newMessageId } from './baileys/outbound/send-message.ts';

export type WhatsAppOptions = {
  stores: SessionStores;
  listener: SessionListener;
  /** 32 bytes each; the first encrypts what the stores hold, any of them decrypts it. */
  cipherKeys: Uint8Array[];
  config?: Partial<Settings> & {
    /** Noise root key of the network at `socketUrl`, for the whole process; WhatsApp's own when absent. */
    rootKey?: Uint8Array;
  };
  log?: Log;
  timers?: Timers;
};

const STOP_ALL_MS = 4_500;

export function createWhatsApp(options: WhatsAppOptions): WhatsApp {
  const { stores, listener, cipherKeys, config = {}, log = silentLog, timers = systemTimers } = options;
  const { rootKey, ...changed } = config;
  if (rootKey) WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey);
  const settings = { ...defaultSettings, ...changed };
  const cipher = makeCipher(...cipherKeys);
  const connections = new Map<string, Connection>();
  const tails = new Map<string, Promise<unknown>>();

  /** One call at a time for each connection: two starts must never create two sockets. */
  function inOrder<T>(target: SessionTarget, work: () => Promise<T>): Promise<T> {
    const name = nameOf(target);
    const run = (tails.get(name) ?? Promise.resolve()).catch(() => {}).then(work);
    tails.set(name, run);
    const leave = () => {
      if (tails.get(name) === run) tails.delete(name);
    };
    run.then(leave, leave);
    return run;
  }

  async function connectionOf(target: SessionTarget): Promise<Connection> {
    const known = connections.get(nameOf(target));
    if (known) return known;
    const store = stores(target);
    const opened = await Connection.open({ target, store, cipher, listener, settings, timers, log });
    connections.set(nameOf(target), opened);
    return opened;
  }

  const stop = (target: SessionTarget) =>
    inOrder(target, async () => {
      const connection = connections.get(nameOf(target));
      connections.delete(nameOf(target));
      await connection?.stop();
    });

  return {
    start: (target) => inOrder(target, async () => (await connectionOf(target)).start()),
    renew: (target) => inOrder(target, async () => (await connectionOf(target)).renew()),
    requestPairingCode: (target, number) =>
      inOrder(target, async () => (await connectionOf(target)).requestPairingCode(number)),
    logout: (target, trouble) => inOrder(target, async () => (await connectionOf(target)).logout(trouble)),
    stop,
    async stopCompany(companyId) {
      const names = new Set([...connections.keys(), ...tails.keys()]);
      const own = [...names].map(targetOf).filter((target) => target.companyId === companyId);
      await Promise.all(own.map(stop));
    },
    async stopAll() {
      const all = [...connections.keys()].map(targetOf).map(stop);
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const cancel = timers.after(STOP_ALL_MS, resolve);
      await Promise.race([Promise.allSettled(all), late]);
      cancel();
    },
    find: (target) => connections.get(nameOf(target))?.calls,
    states: () =>
      [...connections].map(([name, connection]) => ({ ...targetOf(name), ...connection.calls.state })),
  };
}

const nameOf = ({ companyId, connectionId }: SessionTarget) => `${companyId}:${connectionId}`;

function targetOf(name: string): SessionTarget {
  const [companyId, connectionId] = name.split(':').map(Number);
  return { companyId: companyId ?? 0, connectionId: connectionId ?? 0 };
}
