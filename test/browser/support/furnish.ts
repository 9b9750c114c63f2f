import { connections, queueOptions } from '@db/tenant/schema/index.ts';
import type { Scope } from '@/core/scope.ts';
import { createLink } from '@/modules/click-to-chat/click-to-chat.service.ts';
import { replyWithText } from '@/modules/messages/write/reply.service.ts';
import type { PromptInput } from '@/modules/prompts/prompts.schema.ts';
import { createPrompt } from '@/modules/prompts/prompts.service.ts';
import type { IntegrationInput } from '@/modules/queue-integrations/queue-integrations.schema.ts';
import { createIntegration } from '@/modules/queue-integrations/queue-integrations.service.ts';
import { createQuickMessage } from '@/modules/quick-messages/quick-messages.service.ts';
import { recordFailure } from '@/modules/responders/responder-health.service.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { addNote } from '@/modules/tickets/history/ticket-notes.service.ts';
import { syncTicketTags } from '@/modules/tickets/work/ticket-tags.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { createWebhook, setWebhookActive } from '@/modules/webhooks/webhooks.service.ts';
import type { Fixture } from '../support.ts';
import { customer, leadTo, scopeOf } from './customers.ts';
import { pdf, picture, tone } from './files.ts';
import { qrOf } from './line.ts';

export type Furnished = {
  talk: string;
  closed: string;
  waiting: string;
  ticketId: number;
  contactId: number;
  tagId: number;
  quickMessageId: number;
  connectionId: number;
  unpairedId: number;
  queueId: number;
  promptId: number;
  integrationId: number;
  linkId: number;
  webhookId: number;
};

/** Hard cases for layouts: endless names, a right-to-left script, eleven code points rendered as one. */
export const LONG = 'Transportadora e Distribuidora de Alimentos '.repeat(6).slice(0, 256).trim();
export const ARABIC = 'مرحبا بك في المتجر 123!';
export const FAMILY = '👨🏻‍👩🏻‍👧🏻‍👦🏻';

export async function furnish(fixture: Fixture): Promise<Furnished> {
  const { owner } = fixture;
  const ana = await scopeOf(fixture, 'ana');
  await leadTo(fixture, 'Suporte');
  const { phone, ticketId, uuid, contactId } = await customer(fixture, {
    name: 'Maria Aparecida',
    of: 'ana',
  });
  await phone.send(owner, { image: (await picture('a.jpg', '#2a6fdb')).buffer, caption: 'Foto *nossa*' });
  await phone.send(owner, { audio: tone(1), mimetype: 'audio/wav', ptt: true });
  const { buffer, mimeType } = pdf('contrato.pdf');
  await phone.send(owner, { document: buffer, mimetype: mimeType, fileName: 'contrato.pdf' });
  await phone.send(owner, { location: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Casa' } });
  const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:João Prado\nTEL;waid=5511977770001:+5511977770001\nEND:VCARD';
  await phone.send(owner, { contacts: { displayName: 'João Prado', contacts: [{ vcard }] } });
  await phone.send(owner, { text: 'Vejam https://balcao.example/catalogo e o `codigo` ~antigo~ _novo_' });
  await replyWithText(ana, { ticketId, body: 'Nossa resposta', quotedMsg: null });
  const waiting = await customer(fixture, { name: 'Espera um Nome Bem Comprido da Silva Sauro' });
  await customer(fixture, { name: '', of: 'ana' });
  const closed = await customer(fixture, { name: LONG, of: 'ana' });
  await patchTicket(ana, { ticketId: closed.ticketId, status: 'closed' });
  const tag = await createTag(ana, { name: `${FAMILY} ${ARABIC}`, color: '#1f7a1f', kanban: false });
  const quick = { shortcode: 'bomdia', message: 'Bom dia, {{firstName}}!', geral: true };
  const { id: quickMessageId } = await createQuickMessage(ana, quick);
  await syncTicketTags(ana, { ticketId, tags: [{ id: tag.id }] });
  await addNote(ana, { ticketId, contactId, note: `Prefere falar de manhã. ${'x'.repeat(500)} ${ARABIC}` });
  return {
    talk: uuid,
    closed: closed.uuid,
    waiting: waiting.uuid,
    ticketId,
    contactId,
    tagId: tag.id,
    quickMessageId,
    connectionId: fixture.connectionId,
    unpairedId: await addUnpaired(fixture),
    queueId: await addOptions(fixture),
    ...(await addResponders(ana, fixture.people.queueId.Vendas)),
    linkId: await addLink(ana, fixture.connectionId),
    webhookId: await addWebhook(ana),
  };
}

async function addLink(scope: Scope, connectionId: number): Promise<number> {
  const looks = { label: 'Fale conosco', color: '#157347', side: 'right' as const };
  const link = { source: 'site-home', text: 'Olá! Quero saber mais.' };
  return (await createLink(scope, { connectionId, ...link, ...looks })).id;
}

async function addWebhook(scope: Scope): Promise<number> {
  const receiver = { name: `${FAMILY} ${'ERPdaLoja'.repeat(9)}`, url: 'https://erp.example/hook' };
  const { id } = await createWebhook(scope, { ...receiver, events: ['message.received'] });
  await setWebhookActive(scope, { webhookId: id, isActive: false });
  return id;
}

async function addResponders(
  ana: Scope,
  queueId: number,
): Promise<{ promptId: number; integrationId: number }> {
  const prompt = 'Você atende os clientes de uma loja de bicicletas, com respostas curtas e gentis.';
  const { id: promptId } = await createPrompt(ana, {
    ...{ name: `Loja ${'Bicicletas'.repeat(9)}`, prompt, apiKey: 'sk-example', queueId, maxMessages: 10 },
    ...{ priceIn: 0.4, priceOut: 1.6 },
  } as PromptInput);
  const { id: integrationId } = await createIntegration(ana, {
    ...{
      type: 'typebot',
      name: `Fluxo ${'DeVendas'.repeat(11)}`,
      urlN8N: 'https://flows.example.com',
      typebotSlug: 'vendas',
    },
  } as IntegrationInput);
  await ana.write((tx) => recordFailure(tx, { kind: 'integration', id: integrationId }, 'unreachable'));
  return { promptId, integrationId };
}

async function addOptions({ scope, people }: Fixture): Promise<number> {
  const queueId = people.queueId.Vendas;
  await (await scope()).write(async (tx) => {
    const [first] = await tx.db
      .insert(queueOptions)
      .values({ queueId, option: '1', title: 'Preços', message: 'Veja, {{firstName}}:' })
      .returning({ id: queueOptions.id });
    await tx.db
      .insert(queueOptions)
      .values({ queueId, parentId: first?.id ?? 0, option: '1', title: `${'Atacado'.repeat(8)} ${FAMILY}` });
  });
  return queueId;
}

async function addUnpaired({ scope, dependencies, people }: Fixture): Promise<number> {
  const companyId = people.companyId.aurora;
  const [row] = await (await scope()).write((tx) =>
    tx.db
      .insert(connections)
      .values({ name: `Filial ${'Centro'.repeat(12)}` })
      .returning({ id: connections.id }),
  );
  const connectionId = row?.id ?? 0;
  await dependencies.kernel.services.whatsapp.start({ companyId, connectionId });
  await qrOf(dependencies, companyId, connectionId);
  return connectionId;
}
