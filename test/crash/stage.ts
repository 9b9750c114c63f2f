import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createCertificateAuthority,
  type Network,
  type Phone,
  startSimulator,
} from '@/whatsapp/simulator/index.ts';
import { ApiClient } from './api-client.ts';
import { type DeskProcess, deskProcess } from './desk-process.ts';
import type { Chat } from './traffic.ts';

export type StageOptions = { entry?: string; customers?: number; env?: Record<string, string> };

/** A network, a desk in another process that is paired with it, and customers whose tickets are open. */
export type Stage = {
  dataDir: string;
  network: Network;
  owner: Phone;
  desk: DeskProcess;
  api: ApiClient;
  chats: Chat[];
  /** How long the desk took to its first answer on this machine. */
  startMs: number;
  /** Messages that wait for the desk on the network's side. */
  backlog(): number;
  end(): Promise<void>;
};

type TicketList = { tickets: { id: number; contact: { number: string } }[] };

const OWNER = '5511900000000';

export async function openStage({ customers = 5, ...options }: StageOptions = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-crash-'));
  const ca = await createCertificateAuthority(join(folder, 'ca'));
  const network = await startSimulator({ ca });
  const owner = network.phone({ number: OWNER, name: 'Aurora' });
  const desk = deskProcess({ ...options, dataDir: folder, network, caPath: ca.caPath });
  const api = new ApiClient(desk.url);
  const stage: Stage = {
    dataDir: folder,
    network,
    owner,
    desk,
    api,
    chats: [],
    startMs: 0,
    backlog: () => [...owner.devices.values()].reduce((sum, device) => sum + device.backlogIds.length, 0),
    async end() {
      await desk.kill();
      await network.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const startedAt = Date.now();
  desk.spawn();
  await desk.answers();
  stage.startMs = Date.now() - startedAt;
  await pair(stage);
  for (let n = 1; n <= customers; n += 1) {
    const number = `55119${String(80_000_000 + n)}`;
    stage.chats.push(await openChat(stage, network.phone({ number, name: `Customer ${n}` })));
  }
  return stage;
}

/** Asks again and again until there is an answer that counts. Throws after `timeoutMs`. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = 20_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await Bun.sleep(20);
  }
}

async function pair({ api, owner }: Stage): Promise<void> {
  const { id } = await api.call<{ id: number }>('POST', '/whatsapp', { name: 'Aurora' });
  const look = () => api.call<{ status: string; qrcode: string }>('GET', `/whatsapp/${id}`);
  const { qrcode } = await until('a QR code', async () => {
    const row = await look();
    return row.qrcode !== '' && row;
  });
  await owner.scan(qrcode);
  await until('an open session', async () => (await look()).status === 'CONNECTED');
  await until('the first synchronisation', () => [...owner.devices.values()].every((one) => one.isSynced));
}

/** The customer writes first, and the administrator accepts his ticket. */
async function openChat({ api, owner }: Stage, customer: Phone): Promise<Chat> {
  const text = `${customer.name} says 1`;
  await customer.send(owner, { text });
  const ticket = await until(`a ticket for ${customer.name}`, async () => {
    const { tickets } = await api.call<TicketList>('GET', '/tickets?status=pending&showAll=true');
    return tickets.find(({ contact }) => contact.number === customer.number);
  });
  await api.call('PUT', `/tickets/${ticket.id}`, { status: 'open' });
  return { customer, ticketId: ticket.id, said: [text], taken: [], unsure: new Set(), repeated: 0 };
}
