import { expect } from 'bun:test';
import {
  connectionQueues,
  connections,
  holidays,
  ratings,
  tickets,
  userQueues,
} from '@db/tenant/schema/index.ts';
import type { Phone } from '@demo/whatsapp/index.ts';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { jobsOf } from '@/schedule.ts';
import { workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

const dialogOf = (page: Page) => page.locator('dialog[open]');

async function addQueue(page: Page, name: string, greeting: string): Promise<void> {
  await page.getByRole('button', { name: 'Adicionar fila' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Nome').first().fill(name);
  await dialog.getByLabel('Mensagem de saudação').fill(greeting);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('#queue-rows tr').filter({ hasText: name }).waitFor();
}

async function addOption(page: Page, title: string, below = ''): Promise<void> {
  const name = below ? `Nova opção abaixo de ${below}` : 'Nova opção';
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill(title);
  await field.press('Enter');
  await page.locator('.option-title', { hasText: title }).waitFor();
}

async function ask({ owner }: Fixture, customer: Phone, text: string): Promise<string> {
  const receivedCount = customer.received.length;
  await customer.send(owner, { text });
  const answer = await until(`an answer to "${text}"`, () => customer.received[receivedCount]);
  return answer.text;
}

const ticketOf = async ({ scope }: Fixture, { number }: Phone) => {
  const { db } = await scope();
  const contact = await db.query.contacts.findFirst({ where: (t, { eq: is }) => is(t.number, number) });
  return db.query.tickets.findFirst({ where: eq(tickets.contactId, contact?.id ?? 0) });
};

browserTests('a company that runs itself', { line: true }, (check) => {
  let maria: Phone;

  check('the owner makes two queues with options, and offers them on a connection', async ({ signIn }) => {
    const { page } = await signIn('ana');
    await page.goto('/queues');
    await addQueue(page, 'Entregas', 'Sobre qual entrega, {{firstName}}?');
    await addQueue(page, 'Financeiro', 'Financeiro, bom dia.');
    await page.getByRole('link', { name: 'Opções do chatbot de Financeiro' }).click();
    await page.locator('[data-island="queue-options"][data-alive]').waitFor();
    await addOption(page, 'Segunda via');
    await page.locator('.option-title', { hasText: 'Segunda via' }).click();
    await addOption(page, 'Por e-mail', 'Segunda via');
    await addOption(page, 'Por WhatsApp', 'Segunda via');
    await addOption(page, 'Falar com alguém');

    await page.goto('/connections');
    await page.getByRole('button', { name: 'Editar Loja' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Mensagem de saudação').fill('{{ms}}, {{name}}! Escolha o setor:');
    await dialog.getByText('Filas', { exact: true }).first().click();
    for (const queue of ['Entregas', 'Financeiro'])
      await dialog.getByRole('checkbox', { name: queue }).check();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  check('a customer walks through them, and a second browser sees it live', async (fixture) => {
    const { network, scope, people: testPeople, signIn } = fixture;
    await (await scope()).write(async (tx) => {
      for (const { id } of await tx.db.query.queues.findMany())
        await tx.db
          .insert(userQueues)
          .values({ userId: testPeople.userId.bia, queueId: id })
          .onConflictDoNothing();
    });
    const bia = await signIn('bia');
    const workspace = workspaceOf(bia.page);
    await bia.page.goto('/tickets');
    await workspace.tab('pending');
    maria = network.phone({ number: '5511977770001', name: 'Maria Souza' });
    const menu = await ask(fixture, maria, 'oi');
    expect(menu).toMatch(
      /^Bo.+, Maria Souza! Escolha o setor:\n\n\*\[ 1 \]\* - Entregas\n\*\[ 2 \]\* - Financeiro/,
    );
    expect(await ask(fixture, maria, 'boleto')).toBe('Opção inválida, por favor, escolha uma opção válida.');
    expect(await ask(fixture, maria, '2')).toBe(
      'Financeiro, bom dia.\n\n*[ 1 ]* - Segunda via\n*[ 2 ]* - Falar com alguém\n*[ # ]* - Menu inicial',
    );
    await workspace.row('Maria Souza').getByText('Financeiro', { exact: true }).waitFor();
    const inner = await ask(fixture, maria, '1');
    expect(inner).toContain('*[ 1 ]* - Por e-mail\n*[ 2 ]* - Por WhatsApp\n*[ 0 ]* - Menu anterior');
    expect(await ask(fixture, maria, '0')).toContain('*[ 1 ]* - Segunda via');
    expect(await ask(fixture, maria, '#')).toContain('*[ 1 ]* - Entregas');
    await ask(fixture, maria, '2');
    const before = maria.received.length;
    await maria.send(fixture.owner, { text: '2' });
    await until('a person may take it', async () => {
      const ticket = await ticketOf(fixture, maria);
      return ticket?.chatbot === false && ticket.queueId !== null;
    });
    await workspace.accept('Maria Souza');
    await workspace.bubble('Escolha o setor').first().waitFor();
    await workspace.write('Sou a Bia, como posso ajudar?');
    await until(
      'her words arrive',
      () => maria.received.length > before && maria.received.at(-1)?.text.includes('Sou a Bia'),
    );
    await maria.send(fixture.owner, { text: '1 unidade, por favor' });
    await workspace.bubble('1 unidade').waitFor();
    expect(maria.received.at(-1)?.text).toContain('Sou a Bia');
  });

  check('the customer rates the person, and the ticket stays closed', async (fixture) => {
    const ana = (await fixture.signIn('ana')).page;
    await ana.goto('/settings');
    await ana.getByRole('switch', { name: 'Avaliação do atendimento' }).click();
    await workspaceOf(ana).toast('Operação atualizada com sucesso.').first().waitFor();
    const { page } = await fixture.signIn('bia');
    const workspace = workspaceOf(page);
    await page.goto('/tickets');
    await workspace.open('Maria Souza');
    const receivedCount = maria.received.length;
    await workspace.action('resolve').click();
    const question = await until('the question', () =>
      maria.received.slice(receivedCount).find(({ text }) => text.includes('Digite de 1')),
    );
    expect(question.text).toContain('*3* - Muito Satisfeito');
    await maria.send(fixture.owner, { text: '3' });
    const { db } = await fixture.scope();
    const rating = await until('the rating', async () => (await db.select().from(ratings))[0]);
    expect(rating).toMatchObject({ rate: 3, userId: fixture.people.userId.bia });
    expect((await ticketOf(fixture, maria))?.status).toBe('closed');
  });

  check('on a holiday the company says so once, and people see who wrote', async (fixture) => {
    const { network, scope, connectionId } = fixture;
    await (await scope()).write(async (tx) => {
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone: tx.kernel.config.timeZone }).format(tx.now());
      await tx.db.insert(holidays).values({ name: 'Aniversário da cidade', day });
      await tx.db
        .update(connections)
        .set({ outOfHoursMessage: 'Hoje estamos fechados, {{firstName}}.' })
        .where(eq(connections.id, connectionId));
    });
    const ana = (await fixture.signIn('ana')).page;
    await ana.goto('/settings');
    await ana.getByLabel('Horário de atendimento').selectOption('Da empresa');
    await workspaceOf(ana).toast('Operação atualizada com sucesso.').first().waitFor();
    const joao = network.phone({ number: '5511977770002', name: 'João Pedro' });
    expect(await ask(fixture, joao, 'boa noite')).toBe('Hoje estamos fechados, João.');
    await joao.send(fixture.owner, { text: 'tem alguém?' });
    await ana.goto('/tickets');
    const workspace = workspaceOf(ana);
    await workspace.tab('pending');
    await workspace.row('João Pedro').getByText('tem alguém?').waitFor();
    expect(joao.received).toHaveLength(1);
    await (await scope()).write((tx) => tx.db.delete(holidays));
  });

  check('a customer who falls silent gets the farewell', async (fixture) => {
    const { network, scope, connectionId, dependencies: server, owner } = fixture;
    const system = await scope();
    await system.write(async (tx) => {
      await tx.db
        .update(connections)
        .set({ expiresTicket: 10, expiresInactiveMessage: 'Encerramos por aqui, {{firstName}}.' })
        .where(eq(connections.id, connectionId));
      await tx.db.delete(connectionQueues);
    });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto('/tickets');
    await workspace.tab('pending');
    const lia = network.phone({ number: '5511977770003', name: 'Lia Prado' });
    await lia.send(owner, { text: 'oi' });
    await workspace.accept('Lia Prado');
    await workspace.write('Oi, Lia!');
    await until('the answer', () => lia.received.some(({ text }) => text.includes('Oi, Lia')));
    const ticket = await ticketOf(fixture, lia);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await system.write((tx) =>
      tx.db
        .update(tickets)
        .set({ answeredAt: anHourAgo })
        .where(eq(tickets.id, ticket?.id ?? 0)),
    );
    await jobsOf(server.kernel)();
    await until('the goodbye', () => lia.received.some(({ text }) => text === 'Encerramos por aqui, Lia.'));
    await workspace.row('Lia Prado').waitFor({ state: 'detached' });
    expect((await ticketOf(fixture, lia))?.status).toBe('closed');
  });
});
