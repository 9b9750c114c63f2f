import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { PNG } from '@test/support/world.ts';
import { createSchedulesDesk, HOUR, MINUTE, type SchedulesDesk } from './schedules-desk.test-support.ts';

let world: SchedulesDesk;
beforeAll(async () => {
  world = await createSchedulesDesk();
});
afterAll(() => world.desk.stop());
beforeEach(() => world.reset());

const part = async (path: string) => (await world.desk.as('bia')).part('GET', `/schedules${path}`);
async function post(values: Record<string, string | File>, path = '/schedules', method = 'POST') {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.append(name, value);
  const headers = { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
  const reply = await (await world.desk.as('bia')).raw(path, { method, headers, body });
  return { status: reply.status, text: await reply.text(), trigger: reply.headers.get('HX-Trigger') ?? '' };
}
const good = () => ({ body: 'Até amanhã', contactId: String(world.joao), sendAt: '2026-03-11T09:00' });

describe('the page', () => {
  test('has the calendar and the list, and the dialog when a contact is named', async () => {
    await world.plan(HOUR, { body: '<b>oi</b> João' });
    const bia = await world.desk.as('bia');
    const { text } = await bia.page('/schedules');
    expect(text).toContain('data-island="schedules"');
    expect(text).toContain('&lt;b&gt;oi&lt;/b&gt; João');
    expect(text).toContain('Pendente');
    expect(text).not.toContain('hx-trigger="load"');
    const named = await bia.page(`/schedules?contactId=${world.joao}`);
    expect(named.text).toContain(`hx-get="/schedules/new?contactId=${world.joao}"`);
    expect(named.text).toContain('João Lima');
  });

  test('and what leads there from a contact and a ticket, are only for plans that have it', async () => {
    const set = (useSchedules: boolean) =>
      world.desk.kernel.platform.write((tx) => tx.update(plans).set({ useSchedules }));
    await world.answer();
    const { uuid } = await world.ticket();
    const ana = await world.desk.as('ana');
    const link = `/schedules/new?contactId=${world.joao}`;
    for (const path of ['/contacts', `/tickets/${uuid}`]) expect((await ana.page(path)).text).toContain(link);
    expect((await ana.page('/tags')).text).toContain('href="/schedules"');
    await set(false);
    for (const path of ['/contacts', `/tickets/${uuid}`])
      expect((await ana.page(path)).text).not.toContain(link);
    expect((await ana.page('/tags')).text).not.toContain('href="/schedules"');
    await set(true);
  });
});

describe('the dialog', () => {
  test('offers an hour from now, or the moment that was clicked, and the contact that is named', async () => {
    const { text } = await part('/new');
    expect(text).toContain('value="2026-03-10T13:00"');
    const named = await part(
      `/new?contactId=${world.joao}&at=2026-03-12T08:30&whatsappId=${world.connectionId}`,
    );
    expect(named.text).toContain('value="2026-03-12T08:30"');
    expect(named.text).toContain('João Lima');
    expect(named.text).toContain(`<option value="${world.connectionId}" selected="">`);
    expect((await part('/new?at=nunca&contactId=x')).status).toBe(200);
  });

  test('stores what was typed, with its picture', async () => {
    const file = new File([PNG], 'foto.png', { type: 'image/png' });
    const reply = await post({ ...good(), file, repeats: 'weekly', opensTicket: 'true', whatsappId: '' });
    expect(reply.status).toBe(204);
    expect(reply.trigger).toContain('refresh:schedule');
    expect(reply.trigger).toContain('Agendamento criado com sucesso.');
    const [row] = await world.rows();
    expect(row).toMatchObject({
      mediaName: 'foto.png',
      repeats: 'weekly',
      opensTicket: true,
      connectionId: null,
    });
    expect(row?.sendAt.toISOString()).toBe('2026-03-11T12:00:00.000Z');
    const path = `/schedules/${row?.id}`;
    await post({ ...good(), repeats: 'never', opensTicket: 'false', removeMedia: 'true' }, path, 'PUT');
    expect(await world.rows()).toMatchObject([{ mediaName: null, repeats: 'never', opensTicket: false }]);
  });

  test('comes back with its values and the specification’s words', async () => {
    const reply = await post({ ...good(), body: 'oi', sendAt: '' });
    expect(reply.status).toBe(422);
    for (const words of ['Mensagem muito curta', 'Obrigatório', 'João Lima', '>oi</textarea>'])
      expect(reply.text).toContain(words);
    expect((await post({ ...good(), sendAt: '2026-03-10T11:00' })).text).toContain('que ainda não passou');
    expect((await post({ ...good(), contactId: '' })).text).toContain('Obrigatório');
  });

  test('says how it stands: waiting, failed with its reason, sent and no longer to be changed', async () => {
    const id = await world.plan(2 * HOUR);
    expect((await part(`/${id}/edit`)).text).toContain('Mensagem Pendente');
    await world.after(4 * HOUR);
    const failed = await part(`/${id}/edit`);
    expect(failed.text).toContain('Erro de Envio');
    expect(failed.text).toContain('Atrasou além do limite');
    expect(failed.text).toContain('</form>');
    const sent = await world.plan(MINUTE);
    await world.after(MINUTE);
    const shown = await part(`/${sent}/edit`);
    expect(shown.text).toContain('Mensagem Enviada');
    expect(shown.text).not.toContain('</form>');
  });

  test('finds contacts by name, and asks before it deletes', async () => {
    expect((await part('/contacts?searchParam=joao')).text).toContain('João Lima');
    const id = await world.plan(HOUR, { repeats: 'weekly' });
    expect((await part(`/${id}/delete`)).text).toContain('A repetição termina aqui.');
    const bia = await world.desk.as('bia');
    expect((await bia.part('DELETE', `/schedules/${id}`)).status).toBe(204);
    expect(await world.rows()).toEqual([]);
  });
});
