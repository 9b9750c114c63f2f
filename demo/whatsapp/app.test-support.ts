import { existsSync } from 'node:fs';
import makeWASocket, {
  type AuthenticationCreds,
  type AuthenticationState,
  type BaileysEventMap,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  WA_CERT_DETAILS,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys';
import { createCertificateAuthority, type Network, type Phone, startSimulator } from './index.ts';
import { silent } from './phone/signal-store.ts';

export function isAuthorityTrusted(): boolean {
  const dir = process.env.SIMULATOR_CA_DIR;
  return Boolean(dir && process.env.NODE_EXTRA_CA_CERTS?.startsWith(dir) && existsSync(dir));
}

const noisy =
  /^(Closing|Opening) |^Decrypted message|^Removing old|^Session (already|error)|^Failed to decrypt/;

/** libsignal prints sessions, private keys included. */
function hushLibsignal(): void {
  for (const level of ['info', 'warn', 'error'] as const) {
    const print = console[level];
    console[level] = (...parts: unknown[]) => {
      if (!noisy.test(String(parts[0]))) print(...parts);
    };
  }
}

hushLibsignal();
if (!isAuthorityTrusted()) {
  process.stderr.write(
    'simulator: skipped, SIMULATOR_CA_DIR and NODE_EXTRA_CA_CERTS must name its authority\n',
  );
}

export async function startTestNetwork(): Promise<Network> {
  const ca = await createCertificateAuthority(process.env.SIMULATOR_CA_DIR ?? '');
  const network = await startSimulator({ ca });
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(network.rootKey, 'base64');
  return network;
}

class Disk {
  creds: string;
  readonly rows = new Map<string, string>();

  constructor(creds: AuthenticationCreds = initAuthCreds()) {
    this.creds = JSON.stringify(creds, BufferJSON.replacer);
  }

  copy(): Disk {
    const copy = new Disk();
    copy.creds = this.creds;
    for (const [key, row] of this.rows) copy.rows.set(key, row);
    return copy;
  }

  save(creds: AuthenticationCreds): void {
    this.creds = JSON.stringify(creds, BufferJSON.replacer);
  }

  open(): AuthenticationState {
    return {
      creds: JSON.parse(this.creds, BufferJSON.reviver),
      keys: {
        get: <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
          const found: Record<string, SignalDataTypeMap[T]> = {};
          for (const id of ids) {
            const row = this.rows.get(`${type} ${id}`);
            if (row === undefined) continue;
            const value = JSON.parse(row, BufferJSON.reviver);
            found[id] =
              type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value;
          }
          return found;
        },
        set: (data) => {
          for (const [type, rows] of Object.entries(data)) {
            for (const [id, row] of Object.entries(rows ?? {})) {
              if (row === null) this.rows.delete(`${type} ${id}`);
              else this.rows.set(`${type} ${id}`, JSON.stringify(row, BufferJSON.replacer));
            }
          }
        },
      },
    };
  }
}

type Events = { [E in keyof BaileysEventMap]: { name: E; data: BaileysEventMap[E] } }[keyof BaileysEventMap];

export class App {
  readonly events: Events[] = [];
  readonly acks: { id: string; error?: string }[] = [];
  socket: WASocket;

  constructor(
    readonly network: Network,
    readonly disk = new Disk(),
    config: Partial<UserFacingSocketConfig> = {},
  ) {
    const auth = disk.open();
    this.socket = makeWASocket({
      auth,
      logger: silent,
      waWebSocketUrl: network.socketUrl,
      connectTimeoutMs: 2000,
      keepAliveIntervalMs: 15_000,
      defaultQueryTimeoutMs: 4000,
      retryRequestDelayMs: 10,
      syncFullHistory: false,
      // Also called for retries of other companions, whose key names a device; so only the id is compared.
      getMessage: async ({ id }) => this.messages.find(({ key }) => key.id === id)?.message ?? undefined,
      ...config,
    });
    this.socket.ev.process((events) => {
      for (const [name, data] of Object.entries(events)) this.events.push({ name, data } as Events);
      if (events['creds.update']) disk.save(Object.assign(auth.creds, events['creds.update']));
      network.changed();
    });
    this.socket.ws.on('CB:ack,class:message', ({ attrs }: { attrs: Record<string, string> }) => {
      this.acks.push({ id: attrs.id ?? '', error: attrs.error });
      network.changed();
    });
  }

  all<E extends keyof BaileysEventMap>(name: E): BaileysEventMap[E][] {
    return this.events.filter((event) => event.name === name).map(({ data }) => data as BaileysEventMap[E]);
  }

  get messages(): WAMessage[] {
    return this.all('messages.upsert').flatMap(({ messages }) => messages);
  }

  get closedWith(): number | null {
    const error = this.all('connection.update').find(({ connection }) => connection === 'close')
      ?.lastDisconnect?.error as { output?: { statusCode: number } } | undefined;
    return error ? (error.output?.statusCode ?? 0) : null;
  }

  get qr(): string {
    return this.all('connection.update').findLast(({ qr }) => qr)?.qr ?? '';
  }

  message(fits: (message: WAMessage) => boolean, timeoutMs?: number): Promise<WAMessage> {
    return this.network.until(() => this.messages.find(fits), timeoutMs, 'a message on the desk');
  }

  byId(id: string): Promise<WAMessage> {
    return this.message((message) => message.key.id === id && Boolean(message.message));
  }

  isOpen(): Promise<unknown> {
    const fits = () => this.all('connection.update').some(({ connection }) => connection === 'open');
    return this.network.until(fits, 30_000, 'an open connection');
  }

  /** Open and past the first synchronization, so that Baileys no longer buffers events. */
  async ready(): Promise<void> {
    await this.isOpen();
    const creds = () => (JSON.parse(this.disk.creds) as AuthenticationCreds).accountSyncCounter > 0;
    await this.network.until(creds, 30_000, 'the first synchronisation');
  }

  closed(timeoutMs = 30_000): Promise<number> {
    const code = () => (this.closedWith === null ? null : { code: this.closedWith });
    return this.network.until(code, timeoutMs, 'a closed connection').then((found) => found.code);
  }

  /** Like a killed process: the socket closes at once and nothing more is written. */
  kill(): void {
    this.disk.save = () => undefined;
    (this.socket.ws as unknown as { socket: { terminate(): void } | null }).socket?.terminate();
  }

  restart(config: Partial<UserFacingSocketConfig> = {}, disk = this.disk.copy()): App {
    return new App(this.network, disk, config);
  }
}

export async function pairedApp(
  network: Network,
  owner: Phone,
  config: Partial<UserFacingSocketConfig> = {},
): Promise<App> {
  const first = new App(network);
  await network.until(() => first.qr, 30_000, 'a QR code');
  await owner.scan(first.qr);
  await first.closed();
  const app = first.restart(config);
  await app.ready();
  return app;
}
