import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { PNG } from '@test/support/fixtures.ts';
import { loadTranslations } from '@/core/i18n.ts';
import {
  createSchedulesFixture,
  HOUR,
  MINUTE,
  type SchedulesFixture,
} from './schedules-fixture.test-support.ts';

let fixtures: SchedulesFixture;
beforeAll(async () => {
  fixtures = await createSchedulesFixture();
});
afterAll(() => fixtures.testApp.stop());
beforeEach(() => fixtures.reset());

const part = async (path: string) => (await fixtures.testApp.as('bia')).part('GET', `/schedules${path}`);
async function post(values: Record<string, string | File>, path = '/schedules', method = 'POST') {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.append(name, value);
  const headers = { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
  const reply = await (await fixtures.testApp.as('bia')).raw(path, { method, headers, body });
  return { status: reply.status, text: await reply.text(), trigger: reply.headers.get('HX-Trigger') ?? '' };
}
const good = () => ({ body: 'Até amanhã', contactId: String(fixtures.joao), sendAt: '2026-03-11T09:00' });

describe('schedules page', () => {
  test('writes states like those of other lists, with a capital letter', () => {
    const translations = loadTranslations();
    for (const language of ['pt', 'en', 'es'] as const)
      for (const status of ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO'] as const)
        expect(translations.t(language)(`schedules:status.${status}`)).toMatch(/^\p{Lu}/u);
  });

  test('shows calendar and list, and opens the dialog for a given contact', async () => {
    await fixtures.plan(HOUR, { body: '<b>oi</b> João' });
    const bia = await fixtures.testApp.as('bia');
    const { text } = await bia.page('/schedules');
    expect(text).toContain('data-island="schedules"');
    expect(text).toContain('&lt;b&gt;oi&lt;/b&gt; João');
    expect(text).toContain('Pendente');
    expect(text).not.toContain('hx-trigger="load"');
    const named = await bia.page(`/schedules?contactId=${fixtures.joao}`);
    expect(named.text).toContain(`hx-get="/schedules/new?contactId=${fixtures.joao}"`);
    expect(named.text).toContain('João Lima');
  });

  test('and its links are hidden without the plan’s feature', async () => {
    const set = (useSchedules: boolean) =>
      fixtures.testApp.kernel.platform.write((tx) => tx.update(plans).set({ useSchedules }));
    await fixtures.answer();
    const { uuid } = await fixtures.ticket();
    const ana = await fixtures.testApp.as('ana');
    const link = `/schedules/new?contactId=${fixtures.joao}`;
    for (const path of ['/contacts', `/tickets/${uuid}`]) expect((await ana.page(path)).text).toContain(link);
    expect((await ana.page('/tags')).text).toContain('href="/schedules"');
    await set(false);
    for (const path of ['/contacts', `/tickets/${uuid}`])
      expect((await ana.page(path)).text).not.toContain(link);
    expect((await ana.page('/tags')).text).not.toContain('href="/schedules"');
    await set(true);
  });
});

describe('schedule dialog', () => {
  test('suggests an hour from now, or the given time, contact and connection', async () => {
    const { text } = await part('/new');
    expect(text).toContain('value="2026-03-10T13:00"');
    expect(text).toMatch(/data-fill="2026-03-11T09:00".{0,120}>Amanhã 9:00</);
    expect(text).toMatch(/data-fill="2026-03-16T09:00".{0,120}>Segunda 9:00</);
    const named = await part(
      `/new?contactId=${fixtures.joao}&at=2026-03-12T08:30&whatsappId=${fixtures.connectionId}`,
    );
    expect(named.text).toContain('value="2026-03-12T08:30"');
    expect(named.text).toContain('João Lima');
    expect(named.text).toContain(`<option value="${fixtures.connectionId}" selected="">`);
    expect((await part('/new?at=nunca&contactId=x')).status).toBe(200);
  });

  test('stores the input with its picture', async () => {
    const file = new File([PNG], 'foto.png', { type: 'image/png' });
    const reply = await post({ ...good(), file, repeats: 'weekly', opensTicket: 'true', whatsappId: '' });
    expect(reply.status).toBe(204);
    expect(reply.trigger).toContain('refresh:schedule');
    expect(reply.trigger).toContain('Agendamento criado com sucesso.');
    const [row] = await fixtures.rows();
    expect(row).toMatchObject({
      mediaName: 'foto.png',
      repeats: 'weekly',
      opensTicket: true,
      connectionId: null,
    });
    expect(row?.sendAt.toISOString()).toBe('2026-03-11T12:00:00.000Z');
    const path = `/schedules/${row?.id}`;
    await post({ ...good(), repeats: 'never', opensTicket: 'false', removeMedia: 'true' }, path, 'PUT');
    expect(await fixtures.rows()).toMatchObject([{ mediaName: null, repeats: 'never', opensTicket: false }]);
  });

  test('returns values and the specification’s messages for invalid input', async () => {
    const reply = await post({ ...good(), body: 'oi', sendAt: '' });
    expect(reply.status).toBe(422);
    for (const words of ['Mensagem muito curta', 'Obrigatório', 'João Lima', '>oi</textarea>'])
      expect(reply.text).toContain(words);
    expect((await post({ ...good(), sendAt: '2026-03-10T11:00' })).text).toContain('que ainda não passou');
    expect((await post({ ...good(), contactId: '' })).text).toContain('Obrigatório');
  });

  test('shows the state, with reason when failed, read-only when sent', async () => {
    const id = await fixtures.plan(2 * HOUR);
    expect((await part(`/${id}/edit`)).text).toContain('Mensagem Pendente');
    await fixtures.after(4 * HOUR);
    const failed = await part(`/${id}/edit`);
    expect(failed.text).toContain('Erro de Envio');
    expect(failed.text).toContain('O atraso passou do limite');
    expect(failed.text).toContain('</form>');
    const sent = await fixtures.plan(MINUTE);
    await fixtures.after(MINUTE);
    const shown = await part(`/${sent}/edit`);
    expect(shown.text).toContain('Mensagem Enviada');
    expect(shown.text).not.toContain('</form>');
  });

  test('searches contacts by name and confirms a deletion', async () => {
    expect((await part('/contacts?searchParam=joao')).text).toContain('João Lima');
    const id = await fixtures.plan(HOUR, { repeats: 'weekly' });
    expect((await part(`/${id}/delete`)).text).toContain('As repetições também terminam.');
    const bia = await fixtures.testApp.as('bia');
    expect((await bia.part('DELETE', `/schedules/${id}`)).status).toBe(204);
    expect(await fixtures.rows()).toEqual([]);
  });
});
