import { afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { I18nProvider } from '@views/i18n.tsx';
import { renderToString } from 'react-dom/server';
import { loadTranslations } from '@/core/i18n.ts';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import type { TicketEventView } from '@/modules/tickets/tickets.views.ts';
import { me, message, NOW, ticketDetail } from '../workspace/fixtures.test-support.ts';
import type { Conversation as ConversationType } from './conversation.tsx';

withDom();

let Conversation: typeof ConversationType;
beforeAll(async () => {
  ({ Conversation } = await import('./conversation.tsx'));
});
afterEach(() => localStorage.clear());

const translations = loadTranslations();
const i18n = { locale: 'pt' as const, timeZone: 'America/Sao_Paulo', t: translations.t('pt') };

function show(
  messages: MessageView[],
  over: Parameters<typeof ticketDetail>[1] = {},
  events: TicketEventView[] = [],
): HTMLElement {
  document.body.innerHTML = renderToString(
    <I18nProvider value={i18n}>
      <Conversation
        me={me}
        ticket={ticketDetail(1, over)}
        messages={messages}
        events={events}
        hasMore={false}
        now={NOW}
      />
    </I18nProvider>,
  );
  return document.body;
}

const PAYLOADS = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  'javascript:alert(1)',
  '*<b onmouseover=alert(1)>x</b>*',
  '[x](javascript:alert(1))',
  'https://a.com/"onmouseover="alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '\u202e<a href=javascript:alert(1)>x</a>',
];

function expectHarmless(body: HTMLElement): void {
  expect(body.querySelectorAll('script, iframe, object, embed, b, svg [onload]').length).toBe(0);
  for (const element of body.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      expect(name.startsWith('on')).toBe(false);
      if (name === 'href' || name === 'src')
        expect(value).toMatch(/^(https?:\/\/|\/|blob:|data:image\/(png|jpe?g);base64,)/);
    }
  }
}

describe('customer content is never rendered as markup', () => {
  const kinds: MessageView['mediaType'][] = [
    'conversation',
    'extendedTextMessage',
    'image',
    'application',
    'locationMessage',
    'liveLocationMessage',
    'contactMessage',
    'contactsArrayMessage',
    'vcard',
    'call_log',
    'unknown',
  ];
  test.each(kinds)('%s', (mediaType) => {
    const messages = PAYLOADS.flatMap((body, at) => [
      message(at * 2 + 1, {
        mediaType,
        body,
        mediaUrl: '/media/1',
        mediaState: 'ready',
        mediaName: body,
        reactions: [{ emoji: body, fromMe: false }],
        linkPreview: { url: body, title: body, description: body, siteName: body, imageUrl: '/media/2' },
        contact: { id: 1, name: body, number: body, profilePicUrl: null },
        quotedMsg: message(1, {
          mediaType,
          body,
          mediaUrl: body,
          contact: { id: 1, name: body, number: body, profilePicUrl: null },
        }),
      }),
      message(at * 2 + 2, {
        mediaType: 'contactMessage',
        body: `BEGIN:VCARD\nFN:${body}\nORG:${body}\nTEL:${body}\nEND:VCARD`,
      }),
    ]);
    expectHarmless(show(messages, { isGroup: true }));
  });
});

test('links open in a new tab without referrer', () => {
  const link = show([message(1, { body: 'see https://a.com/x' })]).querySelector('a');
  expect([link?.href, link?.target, link?.rel]).toEqual([
    'https://a.com/x',
    '_blank',
    'noopener noreferrer nofollow',
  ]);
});

test('shows a link card once the page title is known', () => {
  const body = 'veja https://www.a.com/x e mais';
  const card = (over: object) =>
    show([message(1, { body, ...over })]).querySelector<HTMLAnchorElement>('[data-link-card]');
  expect(card({})).toBeNull();
  const linkPreview = {
    url: 'https://www.a.com/x',
    title: 'Loja',
    description: 'Tudo azul',
    siteName: 'Banco do Brasil',
    imageUrl: '/media/p.jpg',
  };
  expect(card({ linkPreview: { ...linkPreview, title: '' } })).toBeNull();
  const shown = card({ linkPreview });
  expect([shown?.textContent, shown?.href, shown?.querySelector('img')?.getAttribute('src')]).toEqual([
    'LojaTudo azula.com',
    'https://www.a.com/x',
    '/media/p.jpg',
  ]);
  expect(card({ body: 'www.a.com, sem mais', linkPreview })).toBeNull();
});

test('groups reactions and marks our own as pressed', () => {
  const reactions = [
    { emoji: '👍', fromMe: false },
    { emoji: '👍', fromMe: true },
    { emoji: '🙏', fromMe: false },
  ];
  const buttons = [...show([message(1, { reactions })]).querySelectorAll('[data-bubble] ul button')];
  expect(buttons.map((button) => [button.textContent, button.getAttribute('aria-pressed')])).toEqual([
    ['👍2', 'true'],
    ['🙏', 'false'],
  ]);
});

test('shows ticket events between the messages', () => {
  const event = (id: number, over: Partial<TicketEventView>): TicketEventView => ({
    id,
    ticketId: 1,
    type: 'closed',
    user: { id: 1, name: 'Bia' },
    data: {},
    createdAt: message(id).createdAt,
    ...over,
  });
  const data = { fromQueue: 'Vendas', toQueue: '<b>Suporte</b>' };
  const body = show([message(10), message(30)], {}, [
    event(20, { type: 'transferred', data }),
    event(40, { type: 'closed', user: null }),
  ]);
  const lines = [...body.querySelectorAll('[data-event]')];
  expect(lines.map((line) => line.textContent)).toEqual([
    'Transferido de Vendas para <b>Suporte</b> por Bia · 08:00',
    'Resolvido · 08:00',
  ]);
  expect(lines[0]?.previousElementSibling?.id).toBe('message-10');
  expectHarmless(body);
});

test('offers the menu only for stored messages that are not deleted', () => {
  const body = show([message(1), message(2, { isDeleted: true })], { status: 'closed' });
  expect(body.querySelector('#message-1 [data-message-menu]')).not.toBeNull();
  expect(body.querySelector('#message-1 [data-reply]')).toBeNull();
  expect(body.querySelector('#message-2 [data-message-menu]')).toBeNull();
});

test('labels acks and shows the reason and a retry for failures', () => {
  const own = (id: number, ack: number) => message(id, { fromMe: true, ack });
  const body = show([own(1, 0), own(2, 1), own(3, 2), own(4, 3), own(5, 4), own(6, 5)]);
  const words = [...body.querySelectorAll('[data-ack] svg')].map((svg) => svg.getAttribute('aria-label'));
  expect(words).toEqual(['Aguardando envio', 'Enviada', 'Enviada', 'Entregue', 'Lida', 'Ouvida']);
  const failed = show([message(1, { fromMe: true, error: 'ERR_SENDING_WAPP_MSG' })]);
  expect(failed.querySelector('[data-retry]')?.textContent).toBe('Enviar de novo');
  expect(failed.textContent).toContain('Não foi possível enviar a mensagem pelo WhatsApp');
});

test('hides the content of deleted messages and labels edited ones', () => {
  const body = show([
    message(1, { isDeleted: true, body: 'secret', reactions: [] }),
    message(2, { isEdited: true }),
  ]);
  expect(body.textContent).not.toContain('secret');
  expect(body.textContent).toContain('Mensagem apagada');
  expect(body.textContent).toContain('editada');
});

test('shows the divider above the first unread message only', () => {
  const messages = [message(1), message(2, { read: false }), message(3, { read: false })];
  const divider = show(messages, { unreadMessages: 2 }).querySelector('[data-unread-divider]');
  expect(divider?.nextElementSibling?.id).toBe('message-2');
  expect(show(messages).querySelector('[data-unread-divider]')).toBeNull();
});

test('names days in the user’s language and senders in groups', () => {
  const body = show(
    [
      message(1, { createdAt: '2026-02-20T12:00:00.000Z' }),
      message(2, { createdAt: '2026-02-28T12:00:00.000Z' }),
      message(3, { createdAt: '2026-03-01T11:00:00.000Z' }),
    ],
    { isGroup: true },
  );
  expect([...body.querySelectorAll('h3')].map((day) => day.textContent)).toEqual([
    '20/02/2026',
    'ontem',
    'hoje',
  ]);
  expect(body.querySelector('[data-bubble] p')?.textContent).toBe('Contact 1');
});

test('renders media that is pending, failed and ready', () => {
  const media = (mediaState: MessageView['mediaState'], mediaUrl: string | null) =>
    message(1, { mediaType: 'image', body: '', mediaState, mediaUrl });
  expect(show([media('pending', null)]).querySelector('[role=status]')).toBeNull();
  expect(document.body.textContent).toContain('Carregando o arquivo…');
  expect(show([media('failed', null)]).querySelector('[data-download]')).not.toBeNull();
  expect(
    show([media('ready', '/media/1')])
      .querySelector('img')
      ?.getAttribute('src'),
  ).toBe('/media/1');
});

test('links the attached file below a text that continues in it', () => {
  const file = { mediaName: 'mensagem.txt', mediaMime: 'text/plain', mediaSize: 90_000 };
  const waiting = show([message(1, { body: 'Era uma vez', ...file, mediaState: 'pending' })]);
  expect(waiting.textContent).toContain('A mensagem continua no arquivo em anexo.');
  expect(waiting.querySelector('a[download]')).toBeNull();
  const ready = show([
    message(1, { body: 'Era uma vez', ...file, mediaState: 'ready', mediaUrl: '/media/1/a.txt' }),
  ]);
  expect(ready.querySelector('a[download]')?.getAttribute('href')).toBe('/media/1/a.txt');
  expect(show([message(1)]).textContent).not.toContain('continua');
});

test('a signature is a small line above the first of a run and no part of the words', () => {
  const own = (id: number, body: string) => message(id, { fromMe: true, body });
  const shown = show([own(1, '*Ana:*\noi'), own(2, '*Ana:*\n*tudo* bem?'), own(3, '*Ana:* sem linha')]);
  const texts = [...shown.querySelectorAll('.words > span:first-child')].map((words) => words.textContent);
  expect(texts).toEqual(['oi', 'tudo bem?', 'Ana: sem linha']);
  expect([...shown.querySelectorAll('[data-signer]')].map((line) => line.textContent)).toEqual(['Ana']);
});
