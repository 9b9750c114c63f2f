import { expect } from 'bun:test';
import {
  connectionQueues,
  connections,
  holidays,
  ratings,
  tickets,
  userQueues,
} from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { choresOf } from '@/schedule.ts';
import type { Phone } from '@/whatsapp/simulator/index.ts';
import { deskOf } from './support/desk.ts';
import { browserTests, type Stage, until } from './support.ts';

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

/** Returns what the desk answered. */
async function ask({ owner }: Stage, customer: Phone, text: string): Promise<string> {
  const heard = customer.received.length;
  await customer.send(owner, { text });
  const answer = await until(`an answer to "${text}"`, () => customer.received[heard]);
  return answer.text;
}

const ticketOf = async ({ scope }: Stage, { number }: Phone) => {
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

  check('a customer walks through them, and a second browser sees it live', async (stage) => {
    const { network, scope, cast, signIn } = stage;
    await (await scope()).write(async (tx) => {
      for (const { id } of await tx.db.query.queues.findMany())
        await tx.db.insert(userQueues).values({ userId: cast.userId.bia, queueId: id }).onConflictDoNothing();
    });
    const bia = await signIn('bia');
    const desk = deskOf(bia.page);
    await bia.page.goto('/tickets');
    await desk.tab('pending');
    maria = network.phone({ number: '5511977770001', name: 'Maria Souza' });
    const menu = await ask(stage, maria, 'oi');
    expect(menu).toMatch(
      /^Bo.+, Maria Souza! Escolha o setor:\n\n\*\[ 1 \]\* - Entregas\n\*\[ 2 \]\* - Financeiro/,
    );
    expect(await ask(stage, maria, 'boleto')).toBe('Opção inválida, por favor, escolha uma opção válida.');
    expect(await ask(stage, maria, '2')).toBe(
      'Financeiro, bom dia.\n\n*[ 1 ]* - Segunda via\n*[ 2 ]* - Falar com alguém\n*[ # ]* - Menu inicial',
    );
    await desk.row('Maria Souza').getByText('Financeiro', { exact: true }).waitFor();
    const inner = await ask(stage, maria, '1');
    expect(inner).toContain('*[ 1 ]* - Por e-mail\n*[ 2 ]* - Por WhatsApp\n*[ 0 ]* - Menu anterior');
    expect(await ask(stage, maria, '0')).toContain('*[ 1 ]* - Segunda via');
    expect(await ask(stage, maria, '#')).toContain('*[ 1 ]* - Entregas');
    await ask(stage, maria, '2');
    const before = maria.received.length;
    await maria.send(stage.owner, { text: '2' });
    await until('a person may take it', async () => {
      const ticket = await ticketOf(stage, maria);
      return ticket?.chatbot === false && ticket.queueId !== null;
    });
    await desk.accept('Maria Souza');
    await desk.bubble('Escolha o setor').first().waitFor();
    await desk.write('Sou a Bia, como posso ajudar?');
    await until(
      'her words arrive',
      () => maria.received.length > before && maria.received.at(-1)?.text.includes('Sou a Bia'),
    );
    await maria.send(stage.owner, { text: '1 unidade, por favor' });
    await desk.bubble('1 unidade').waitFor();
    expect(maria.received.at(-1)?.text).toContain('Sou a Bia');
  });

  check('the customer rates the person, and the ticket stays closed', async (stage) => {
    const ana = (await stage.signIn('ana')).page;
    await ana.goto('/settings');
    await ana.getByRole('switch', { name: 'Avaliação do atendimento' }).click();
    await deskOf(ana).toast('Operação atualizada com sucesso.').first().waitFor();
    const { page } = await stage.signIn('bia');
    const desk = deskOf(page);
    await page.goto('/tickets');
    await desk.open('Maria Souza');
    const heard = maria.received.length;
    await desk.action('resolve').click();
    const question = await until('the question', () =>
      maria.received.slice(heard).find(({ text }) => text.includes('Digite de 1')),
    );
    expect(question.text).toContain('*3* - Muito Satisfeito');
    await maria.send(stage.owner, { text: '3' });
    const { db } = await stage.scope();
    const rating = await until('the rating', async () => (await db.select().from(ratings))[0]);
    expect(rating).toMatchObject({ rate: 3, userId: stage.cast.userId.bia });
    expect((await ticketOf(stage, maria))?.status).toBe('closed');
  });

  check('on a holiday the company says so once, and people see who wrote', async (stage) => {
    const { network, scope, connectionId } = stage;
    await (await scope()).write(async (tx) => {
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone: tx.kernel.config.timeZone }).format(tx.now());
      await tx.db.insert(holidays).values({ name: 'Aniversário da cidade', day });
      await tx.db
        .update(connections)
        .set({ outOfHoursMessage: 'Hoje estamos fechados, {{firstName}}.' })
        .where(eq(connections.id, connectionId));
    });
    const ana = (await stage.signIn('ana')).page;
    await ana.goto('/settings');
    await ana.getByLabel('Horário de atendimento').selectOption('Da empresa');
    await deskOf(ana).toast('Operação atualizada com sucesso.').first().waitFor();
    const joao = network.phone({ number: '5511977770002', name: 'João Pedro' });
    expect(await ask(stage, joao, 'boa noite')).toBe('Hoje estamos fechados, João.');
    await joao.send(stage.owner, { text: 'tem alguém?' });
    await ana.goto('/tickets');
    const desk = deskOf(ana);
    await desk.tab('pending');
    await desk.row('João Pedro').getByText('tem alguém?').waitFor();
    expect(joao.received).toHaveLength(1);
    await (await scope()).write((tx) => tx.db.delete(holidays));
  });

  check('a customer who falls silent is said goodbye to', async (stage) => {
    const { network, scope, connectionId, desk: server, owner } = stage;
    const system = await scope();
    await system.write(async (tx) => {
      await tx.db
        .update(connections)
        .set({ expiresTicket: 10, expiresInactiveMessage: 'Encerramos por aqui, {{firstName}}.' })
        .where(eq(connections.id, connectionId));
      await tx.db.delete(connectionQueues);
    });
    const { page } = await stage.signIn('ana');
    const desk = deskOf(page);
    await page.goto('/tickets');
    await desk.tab('pending');
    const lia = network.phone({ number: '5511977770003', name: 'Lia Prado' });
    await lia.send(owner, { text: 'oi' });
    await desk.accept('Lia Prado');
    await desk.write('Oi, Lia!');
    await until('the answer', () => lia.received.some(({ text }) => text.includes('Oi, Lia')));
    const ticket = await ticketOf(stage, lia);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await system.write((tx) =>
      tx.db
        .update(tickets)
        .set({ answeredAt: anHourAgo })
        .where(eq(tickets.id, ticket?.id ?? 0)),
    );
    await choresOf(server.kernel)();
    await until('the goodbye', () => lia.received.some(({ text }) => text === 'Encerramos por aqui, Lia.'));
    await desk.row('Lia Prado').waitFor({ state: 'detached' });
    expect((await ticketOf(stage, lia))?.status).toBe('closed');
  });
});
