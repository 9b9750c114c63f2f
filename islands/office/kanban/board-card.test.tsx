import { expect, test } from 'bun:test';
import { I18nProvider } from '@views/i18n.tsx';
import { TicketPreview } from '@views/parts/tickets/ticket-preview.tsx';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { loadTranslations } from '@/core/i18n.ts';
import { NOW, ticket } from '../../workspace/fixtures.test-support.ts';
import { BoardCard } from './board-card.tsx';

const i18n = { locale: 'pt' as const, timeZone: 'America/Sao_Paulo', t: loadTranslations().t('pt') };
const render = (node: ReactNode) => renderToStaticMarkup(<I18nProvider value={i18n}>{node}</I18nProvider>);
const nothing = () => undefined;
const events = { onGripKey: nothing, onGripClick: nothing, onGripLeft: nothing };
const card = (over: Parameters<typeof ticket>[2]) =>
  render(<BoardCard ticket={ticket(1, 0, over)} column={1} now={NOW} isGrabbed={false} {...events} />);

test('a card is red only when our latest message failed', () => {
  const ours = { fromMe: true, lastMessageAck: 0, lastMessage: 'segue o boleto' };
  expect(card({ ...ours, lastMessageFailed: true })).toMatch(/text-error.*Não enviada/);
  expect(card({ ...ours, lastMessageFailed: false })).not.toContain('Não enviada');
  expect(card({ ...ours, fromMe: false, lastMessageFailed: true })).not.toContain('Não enviada');
});

test('a search result is red when its matching message failed', () => {
  const found = { id: '7', body: 'segue o boleto', createdAt: '' };
  const row = (failed: boolean) =>
    render(<TicketPreview ticket={ticket(1, 0, { foundMessage: { ...found, failed } })} />);
  expect(row(true)).toContain('Não enviada');
  expect(row(false)).not.toContain('Não enviada');
});
