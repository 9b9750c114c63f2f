import { expect, test } from 'bun:test';
import { I18nProvider } from '@views/i18n.tsx';
import { renderToStaticMarkup } from 'react-dom/server';
import { loadTranslations } from '@/core/i18n.ts';
import { Nothing } from './nothing.tsx';

const i18n = { locale: 'pt' as const, timeZone: 'America/Sao_Paulo', t: loadTranslations().t('pt') };

test('a reader without a queue learns why nobody waits, in both lists of an agent', () => {
  const shown = (status: 'open' | 'pending' | 'closed', hasQueue: boolean) => {
    const filter = { status, queueIds: [], showAll: false };
    const html = renderToStaticMarkup(
      <I18nProvider value={i18n}>
        <Nothing filter={filter} waiting={0} hasQueue={hasQueue} onChange={() => undefined} />
      </I18nProvider>,
    );
    return html.includes('Você não está em nenhuma fila') && html.includes('Peça a um administrador');
  };
  expect([shown('open', false), shown('pending', false)]).toEqual([true, true]);
  expect([shown('closed', false), shown('open', true), shown('pending', true)]).toEqual([
    false,
    false,
    false,
  ]);
});
