import type { Network, Phone } from '@demo/whatsapp/index.ts';
import { until } from '@test/crash/fixture.ts';
import type { Visitor } from '@test/support/many-companies.ts';

export type Firm = { owner: Phone; customer: Phone; connectionId: number; ticketId: number; call: Call };

export type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

let numbers = 0;

export async function openFirm(network: Network, url: string, { ask }: Visitor): Promise<Firm> {
  const call: Call = async (method, path, body) => {
    const reply = await ask(url, path, method === 'GET' ? undefined : { method, body });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status}`);
    return reply.json();
  };
  numbers += 1;
  const digits = String(numbers).padStart(3, '0');
  const owner = network.phone({ number: `551180000${digits}`, name: 'Loja' });
  const customer = network.phone({ number: `551197000${digits}`, name: 'Cliente' });
  const { id } = await call<{ id: number }>('POST', '/whatsapp', { name: 'Loja' });
  const { qrcode } = await until('a QR code', async () => {
    const row = await call<{ qrcode: string }>('GET', `/whatsapp/${id}`);
    return row.qrcode !== '' && row;
  });
  await owner.scan(qrcode);
  await until('its synchronisation', () => [...owner.devices.values()].every((one) => one.isSynced));
  await customer.send(owner, { text: 'oi' });
  const ticket = await until('a ticket', async () => {
    const { tickets } = await call<{ tickets: { id: number }[] }>(
      'GET',
      '/tickets?status=pending&showAll=true',
    );
    return tickets[0];
  });
  await call('PUT', `/tickets/${ticket.id}`, { status: 'open' });
  return { owner, customer, connectionId: id, ticketId: ticket.id, call };
}

const SCOPES = ['read:tickets', 'read:contacts', 'send:messages'];

export async function openApi(url: string, { connectionId, call, customer }: Firm, cookie: string) {
  const ofConnection = `bench-${connectionId}-${crypto.randomUUID()}`;
  await call('PUT', `/whatsapp/${connectionId}`, { name: 'Loja', token: ofConnection });
  const tokens: string[] = [];
  for (let n = 0; n < 30; n += 1) {
    const body = new URLSearchParams([
      ['name', `Sistema ${n}`],
      ['lifetime', '30'],
    ]);
    for (const scope of SCOPES) body.append('scopes', scope);
    const headers = { Cookie: cookie, Origin: url, Accept: 'text/html', 'HX-Request': 'true' };
    const made = await fetch(`${url}/messages-api/tokens`, { method: 'POST', headers, body });
    const [token] = /bal_[\w-]{20,}/.exec(await made.text()) ?? [];
    if (!token) throw new Error(`no token was made: ${made.status}`);
    tokens.push(token);
  }
  return { tokens, ofConnection, number: customer.number };
}
