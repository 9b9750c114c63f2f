import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createCertificateAuthority,
  type Group,
  type Network,
  type Phone,
  startSimulator,
} from '@demo/whatsapp/index.ts';

import { until as untilFound } from '../support/until.ts';
import { ApiClient } from './api-client.ts';
import { type AppProcess, appProcess } from './app-process.ts';
import { noChanges } from './changes.ts';
import type { Chat } from './traffic.ts';

export type FixtureOptions = {
  entry?: string;
  root?: string;
  customers?: number;
  groups?: number;
  env?: Record<string, string>;
};

export type Fixture = {
  dataDir: string;
  network: Network;
  owner: Phone;
  running: AppProcess;
  api: ApiClient;
  chats: Chat[];
  startMs: number;
  backlog(): number;
  end(): Promise<void>;
};

type TicketList = { tickets: { id: number; contact: { number: string } }[] };

const OWNER = '5511900000000';

export async function openFixture({
  customers = 5,
  groups = 0,
  root = tmpdir(),
  ...options
}: FixtureOptions = {}): Promise<Fixture> {
  const folder = mkdtempSync(join(root, 'balcao-crash-'));
  const ca = await createCertificateAuthority(join(folder, 'ca'));
  const network = await startSimulator({ ca });
  const owner = network.phone({ number: OWNER, name: 'Aurora' });
  const running = appProcess({ ...options, dataDir: folder, network, caPath: ca.caPath });
  const api = new ApiClient(running.url);
  const fixture: Fixture = {
    dataDir: folder,
    network,
    owner,
    running,
    api,
    chats: [],
    startMs: 0,
    backlog: () => [...owner.devices.values()].reduce((sum, device) => sum + device.backlogIds.length, 0),
    async end() {
      await running.kill();
      await network.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const startedAt = Date.now();
  running.spawn();
  await running.answers();
  fixture.startMs = Date.now() - startedAt;
  await pair(fixture);
  for (let n = 1; n <= customers; n += 1) {
    const number = `55119${String(80_000_000 + n)}`;
    fixture.chats.push(await openChat(fixture, customerOf(network, number, `Customer ${n}`), null));
  }
  if (groups > 0) await api.call('PUT', '/settings/CheckMsgIsGroup', { value: 'disabled' });
  for (let n = 1; n <= groups; n += 1) {
    const writer = customerOf(network, `55119${String(81_000_000 + n)}`, `Member ${n}`);
    const reader = customerOf(network, `55119${String(82_000_000 + n)}`, `Reader ${n}`);
    const group = network.group({ subject: `Group ${n}`, members: [writer, reader, owner] });
    fixture.chats.push(await openChat(fixture, writer, group));
  }
  return fixture;
}

/** Throws after `timeoutMs`. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = 60_000,
): Promise<T> {
  return untilFound(what, probe, { timeoutMs, stepMs: 20 });
}

async function pair(fixture: Fixture): Promise<void> {
  const { id } = await fixture.api.call<{ id: number }>('POST', '/whatsapp', { name: 'Aurora' });
  await pairOwner(fixture, id);
}

export async function pairOwner({ api, owner }: Fixture, id: number): Promise<void> {
  const readConnection = () => api.call<{ status: string; qrcode: string }>('GET', `/whatsapp/${id}`);
  const { qrcode } = await until('a QR code', async () => {
    const row = await readConnection();
    return row.qrcode !== '' && row;
  });
  await owner.scan(qrcode);
  await until('an open session', async () => (await readConnection()).status === 'CONNECTED');
  await until('the first synchronisation', () => [...owner.devices.values()].every((one) => one.isSynced));
}

function customerOf(network: Network, number: string, name: string): Phone {
  const phone = network.phone({ number, name });
  phone.policy = { delivered: 'auto', read: 'auto', delayMs: 0 };
  return phone;
}

async function openChat({ api, owner }: Fixture, customer: Phone, group: Group | null): Promise<Chat> {
  const text = `${customer.name} says 1`;
  await customer.send(group ?? owner, { text });
  const number = group ? group.jid.replace(/@.*/, '') : customer.number;
  const ticket = await until(`a ticket for ${customer.name}`, async () => {
    const { tickets } = await api.call<TicketList>('GET', '/tickets?status=pending&showAll=true');
    return tickets.find(({ contact }) => contact.number === number);
  });
  await api.call('PUT', `/tickets/${ticket.id}`, { status: 'open' });
  return {
    customer,
    group,
    ticketId: ticket.id,
    sent: [text],
    taken: [],
    answers: [],
    unsure: new Set(),
    repeated: 0,
    changes: noChanges(),
  };
}
