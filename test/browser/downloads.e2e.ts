import { expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import { invoices } from '@db/platform/schema/index.ts';
import { campaigns, contactLists } from '@db/tenant/schema/index.ts';
import type { Locator, Page } from 'playwright-core';
import { postChatMessage } from '@/modules/internal-chat/chat-messages.service.ts';
import { createChat } from '@/modules/internal-chat/internal-chat.service.ts';
import { campaignPaths, listPaths, paths } from '@/paths.ts';
import { ticketPath } from '@/ticket-path.ts';
import { customer, scopeOf } from './support/customers.ts';
import { pdf, picture } from './support/files.ts';
import { browserTests, type Fixture } from './support.ts';

type Download = {
  what: string;
  path: string;
  link: (page: Page) => Locator;
  open?: (page: Page) => Promise<void>;
  name: RegExp;
  begins: string;
};

const CSV = '\uFEFF';
const ZIP = 'PK';

async function downloadsOf(fixture: Fixture): Promise<Download[]> {
  const scope = await fixture.scope();
  const { phone, uuid } = await customer(fixture, { name: 'Maria Souza', of: 'ana' });
  const contract = pdf('contrato.pdf');
  const sent = { mimetype: contract.mimeType, fileName: contract.name };
  await phone.send(fixture.owner, { document: contract.buffer, ...sent });
  await phone.send(fixture.owner, { image: (await picture('a.jpg', '#2a6fdb')).buffer });
  const { listId, campaignId } = await scope.write(async (tx) => {
    const [list] = await tx.db.insert(contactLists).values({ name: 'Clientes' }).returning();
    const [campaign] = await tx.db.insert(campaigns).values({ name: 'Natal' }).returning();
    return { listId: list?.id ?? 0, campaignId: campaign?.id ?? 0 };
  });
  const terms = { detail: 'Plano', cents: 9_990, users: 1, connections: 1, queues: 1, recurrence: 'MENSAL' };
  const due = { dueDate: new Date(), dueDay: '2026-01-31', status: 'paid', paidAt: new Date() } as const;
  await fixture.dependencies.kernel.platform.write((tx) =>
    tx.insert(invoices).values({ companyId: scope.companyId, ...terms, ...due }),
  );
  const ana = await scopeOf(fixture, 'ana');
  const chat = await createChat(ana, { title: 'Plantão', users: [fixture.people.userId.bia] });
  const { storage } = fixture.dependencies.kernel;
  const { key, size } = await storage.save(ana.companyId, contract.buffer, 'pdf');
  const media = { key, name: contract.name, mime: contract.mimeType, size };
  await postChatMessage(ana, { chatId: chat.id, message: 'Veja', media });
  const example = (page: Page) => page.getByRole('link', { name: 'Baixar planilha de exemplo' });
  return [
    { what: 'example sheet', path: listPaths.lists(), link: example, name: /^exemplo\.xlsx$/, begins: ZIP },
    {
      what: 'example sheet in the dialog',
      path: listPaths.contacts(listId),
      open: async (page) => {
        await page.locator(`[hx-get="${listPaths.chooseSheet(listId)}"]`).click();
        await page.locator('dialog[open]').waitFor();
      },
      link: example,
      name: /^exemplo\.xlsx$/,
      begins: ZIP,
    },
    {
      what: 'contacts',
      path: paths.contacts(),
      link: (page) => page.getByRole('button', { name: 'Exportar' }),
      name: /^contatos\.csv$/,
      begins: CSV,
    },
    {
      what: 'receipt',
      path: '/financeiro',
      link: (page) => page.getByRole('link', { name: 'Recibo' }),
      name: /^fatura-\d+\.pdf$/,
      begins: '%PDF',
    },
    {
      what: 'dashboard',
      path: '/',
      link: (page) => page.getByRole('button', { name: 'Baixar CSV' }),
      name: /^dashboard-.*\.csv$/,
      begins: CSV,
    },
    {
      what: 'campaign',
      path: campaignPaths.report(campaignId),
      link: (page) => page.locator(`[hx-get="${campaignPaths.reportCsv(campaignId)}"]`),
      name: new RegExp(`^campaign-${campaignId}\\.csv$`),
      begins: CSV,
    },
    {
      what: 'document of a conversation',
      path: ticketPath(uuid),
      link: (page) => page.locator('[data-message] a[download]').filter({ hasText: 'contrato' }),
      name: /^contrato\.pdf$/,
      begins: '%PDF',
    },
    {
      what: 'picture in the viewer',
      path: ticketPath(uuid),
      open: async (page) => {
        await page.locator('[data-image]').click();
        await page.locator('dialog[data-viewer][open]').waitFor();
      },
      link: (page) => page.locator('dialog[data-viewer] a[download]'),
      name: /\.jpe?g$/,
      begins: '\uFFFD\uFFFD',
    },
    {
      what: 'file of an internal chat',
      path: `/chats/${chat.uuid}`,
      link: (page) => page.locator('a[download="contrato.pdf"]'),
      name: /^contrato\.pdf$/,
      begins: '%PDF',
    },
  ];
}

browserTests('downloads', { line: true }, (check) => {
  check('each link brings its file, also from above a page, and the page stays', async (fixture) => {
    const { page } = await fixture.signIn('ana');
    const all = await downloadsOf(fixture);
    const got: string[] = [];
    for (const { what, path, link, open, name, begins } of all) {
      await page.goto(path);
      await open?.(page);
      const file = page.waitForEvent('download', { timeout: 60_000 }).catch(() => undefined);
      await link(page).first().click();
      const download = await file;
      const failure = download ? await download.failure() : 'nothing came';
      const saved = failure ? '' : readFileSync((await download?.path()) ?? '', 'utf8');
      const isRight = name.test(download?.suggestedFilename() ?? '') && saved.startsWith(begins);
      const again = link(page).and(page.locator(':not(:disabled, .htmx-request)'));
      const isStill = new URL(page.url()).pathname === path && (await again.first().isVisible());
      got.push(isRight && isStill ? what : `${what}: ${failure ?? download?.suggestedFilename()}`);
    }
    expect(got).toEqual(all.map(({ what }) => what));
  });
});
