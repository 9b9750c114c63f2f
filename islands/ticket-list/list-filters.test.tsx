import { expect, test } from 'bun:test';
import { until } from '@test/support/until.ts';
import type { Call } from '../workspace/fixture.test-support.tsx';
import { ticket } from '../workspace/fixtures.test-support.ts';
import { soon, withLists } from './shown-list.test-support.tsx';

const showList = withLists();

test('the queue filter reloads, updates the address and is remembered', async () => {
  const { find, calls, act } = await showList([ticket(1)], () => ({ tickets: [], count: 0, hasMore: false }));
  await act(soon);
  await act(() => find('[data-choice="2"]').click());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(new URLSearchParams(location.search).get('queueIds')).toBe('[2]');
  expect(calls.some((call) => call.path.includes('queueIds=%5B2%5D'))).toBe(true);
  expect(localStorage.getItem('queueFilter:1:1')).toBe('[2]');
  expect(find('section').textContent).toContain('Nenhum atendimento nas filas escolhidas');
});

test('who may see tickets without a queue can list only these, instead of queues', async () => {
  const lone = [ticket(1, 2, { queueId: null, queue: null }), ticket(2)];
  const { find, host, calls, act } = await showList(
    lone,
    ({ path }: Call) => ({ tickets: path.includes('noQueue') ? lone.slice(0, 1) : lone, hasMore: false }),
    true,
  );
  await act(soon);
  await act(() => find('[data-choice="2"]').click());
  await act(() => find('[data-no-queue]').click());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  const query = () => new URLSearchParams(location.search);
  expect([query().get('noQueue'), query().get('queueIds')]).toEqual(['true', null]);
  expect(calls.some(({ path }) => path.includes('noQueue=true'))).toBe(true);
  expect([...host.querySelectorAll<HTMLElement>('[data-ticket]')].map((row) => row.dataset.ticket)).toEqual([
    '1',
  ]);
  expect(find('[popovertarget=queue-filter]').textContent).toContain('Sem fila');
  const isChecked = [...host.querySelectorAll('#queue-filter [aria-checked=true]')];
  expect(isChecked.map(({ textContent }) => textContent)).toEqual(['Sem fila']);
  await act(() => find('[data-choice="2"]').click());
  expect([query().get('noQueue'), query().get('queueIds')]).toEqual([null, '[2]']);
});

test('others are not offered that filter', async () => {
  const { host, act } = await showList([ticket(1)], () => ({ tickets: [], count: 0, hasMore: false }));
  await act(soon);
  expect(host.querySelector('[data-no-queue]')).toBeNull();
});

test('with several connections rows name theirs and can be filtered', async () => {
  const { knownConnections } = await import('../workspace/connections.ts');
  const line = (id: number, name: string) => [id, { id, name, status: 'CONNECTED' as const }] as const;
  const two = [
    ticket(1, 2, { whatsappId: 1, whatsapp: { name: 'Loja' } }),
    ticket(2, 1, { whatsappId: 2, whatsapp: { name: 'Oficina' } }),
  ];
  const page = ({ path }: Call) => ({
    tickets: path.includes('whatsappIds') ? two.slice(1) : two,
    hasMore: false,
  });
  const { find, host, calls, act } = await showList(two, page);
  await act(soon);
  await act(() => knownConnections.set(new Map([line(1, 'Loja')])));
  expect(host.querySelector('[data-connection]')).toBeNull();
  expect(host.querySelector('[data-connections]')).toBeNull();
  await act(() => knownConnections.set(new Map([line(1, 'Loja'), line(2, 'Oficina')])));
  expect(find('[data-ticket="1"] [data-connection]').textContent).toContain('Loja');
  expect(find('[data-ticket="2"] [data-connection]').textContent).toContain('Oficina');
  await act(() => find('[data-connections] [data-choice="2"]').click());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(new URLSearchParams(location.search).get('whatsappIds')).toBe('[2]');
  expect(calls.some((call) => call.path.includes('whatsappIds=%5B2%5D'))).toBe(true);
  expect(host.querySelector('[data-connection]')).toBeNull();
  await act(() => knownConnections.set(new Map()));
});

test('an empty list offers to clear the connection filter', async () => {
  history.replaceState(null, '', '/tickets?status=open');
  const { knownConnections } = await import('../workspace/connections.ts');
  const line = (id: number, name: string) => [id, { id, name, status: 'CONNECTED' as const }] as const;
  const page = ({ path }: Call) =>
    path.includes('/counts')
      ? { open: 0, pending: 0, snoozed: 0, team: 0 }
      : { tickets: path.includes('whatsappIds') ? [] : [ticket(1)], hasMore: false };
  const { find, host, act } = await showList([ticket(1)], page);
  await act(soon);
  await act(() => knownConnections.set(new Map([line(1, 'Loja'), line(2, 'Oficina')])));
  await act(() => find('[data-connections] [data-choice="2"]').click());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  const text = host.textContent;
  expect(text).toContain('Nenhum atendimento nas filas e conexões escolhidas');
  const clear = await until('the offer to clear it', async () => {
    await act(soon);
    return [...host.querySelectorAll('button')].find((one) => one.textContent === 'Limpar o filtro');
  });
  await act(() => clear.click());
  expect(new URLSearchParams(location.search).get('whatsappIds')).toBeNull();
  await act(() => knownConnections.set(new Map()));
});

test('only permitted users see the show-all switch, all can set the density', async () => {
  for (const canShowAll of [false, true]) {
    const { host, find, calls, act } = await showList([ticket(1)], undefined, canShowAll);
    await act(soon);
    expect(host.querySelector('[data-show-all]') !== null).toBe(canShowAll);
    await act(() => find('[data-compact]').click());
    expect(find('[data-ticket="1"]').className).toContain('ticket-row-compact');
    expect(calls.findLast(({ method }) => method !== 'GET')?.body).toEqual({
      key: 'list.compact',
      value: 'enabled',
    });
  }
});
