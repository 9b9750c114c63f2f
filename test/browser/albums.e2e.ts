import { expect } from 'bun:test';
import type { Phone } from '@demo/whatsapp/index.ts';
import type { Page } from 'playwright-core';
import { customer, scopeOf } from './support/customers.ts';
import { picture } from './support/files.ts';
import { counts, hasFocus, isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

const COLORS = ['#2a6fdb', '#9b2c2c', '#2f855a', '#b7791f', '#553c9a', '#2c7a7b'];
const jpegs = (captions: readonly string[]) =>
  Promise.all(
    captions.map(async (caption, at) => ({
      caption,
      ...(await picture(`${at + 1}.jpg`, COLORS[at] ?? '')),
    })),
  );

async function sendAlbum(phone: Phone, { owner }: Fixture, captions: readonly string[]) {
  const head = await phone.send(owner, { album: { expectedImageCount: captions.length } });
  const sent = [];
  for (const { buffer, caption } of await jpegs(captions))
    sent.push(await phone.send(owner, { image: buffer, caption, albumParentKey: head.key }));
  return sent;
}

async function openConversation(fixture: Fixture, uuid: string, looks = {}) {
  const visitor = await fixture.signIn('ana', looks);
  await visitor.page.goto(`/tickets/${uuid}`);
  for (const island of ['conversation', 'composer'] as const) await isAlive(visitor.page, island);
  return { ...visitor, workspace: workspaceOf(visitor.page) };
}

const viewerOf = (page: Page) => page.locator('dialog[data-viewer][open]');
const shows = (page: Page, name: string) =>
  until(
    `"${name}" in the viewer`,
    async () => (await viewerOf(page).locator('img').getAttribute('alt')) === name,
  );
const album = (page: Page, name: string) =>
  page.locator('[data-pane]').getByRole('group', { name, exact: true });

async function chooseInViewer(page: Page, entry: string): Promise<void> {
  await viewerOf(page).getByRole('button', { name: 'Opções da mensagem' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

browserTests('albums', { line: true }, (check) => {
  check(
    'a customer’s album is one grid that keys walk through, and each picture has its menu',
    async (fixture) => {
      const { phone, uuid, ticketId } = await customer(fixture, { name: 'Álbum Reis', of: 'ana' });
      const sent = await sendAlbum(phone, fixture, ['a frente', '', '', '', 'o verso', 'a nota']);
      const scope = await scopeOf(fixture, 'ana');
      const stored = () =>
        scope.db.query.messages.findMany({ where: (t, { eq }) => eq(t.ticketId, ticketId) });
      await until('six pictures and a text, and nothing for the album itself', async () => {
        const all = await stored();
        return all.length === 7 && all.every(({ mediaState }) => mediaState !== 'pending');
      });
      const ticket = await scope.db.query.tickets.findFirst({ where: (t, { eq }) => eq(t.id, ticketId) });
      expect(ticket?.unreadMessages).toBe(7);
      const { page, workspace } = await openConversation(fixture, uuid);
      const grid = album(page, 'Álbum com 6 fotos');
      await grid.waitFor();
      expect(
        await grid
          .getByRole('button', { name: /^Foto / })
          .evaluateAll((all) => all.map((one) => one.ariaLabel)),
      ).toEqual(['Foto 1 de 6, a frente', 'Foto 2 de 6', 'Foto 3 de 6', 'Foto 4 de 6, mais 2']);
      await counts(grid.locator('time'), 1);
      expect(await grid.textContent()).toContain('o verso');
      await counts(workspace.pane.locator('[data-message]'), 1 + 4);

      await grid.getByRole('button', { name: 'Foto 4 de 6, mais 2' }).focus();
      await page.keyboard.press('Enter');
      await viewerOf(page).getByText('4 de 6').waitFor();
      await page.keyboard.press('ArrowRight');
      await shows(page, 'o verso');
      await chooseInViewer(page, 'Encaminhar');
      await page.getByRole('searchbox', { name: /Procurar contato/ }).press('ArrowRight');
      await page.keyboard.press('Escape');
      await shows(page, 'o verso');
      await chooseInViewer(page, 'Responder');
      await viewerOf(page).waitFor({ state: 'detached' });
      await hasFocus(workspace.field);
      await workspace.write('Recebi o verso');
      const answer = await phone.waitFor(({ text }) => text.includes('Recebi o verso'));
      expect(answer.message.extendedTextMessage?.contextInfo?.stanzaId).toBe(sent[4]?.id);

      const last = sent[5];
      if (last) await phone.send(fixture.owner, { text: 'nesta aqui' }, { quoted: last });
      await workspace.bubble('nesta aqui').locator('[data-quote]').click();
      await until('its tile in view', () =>
        grid
          .locator('[data-message]')
          .last()
          .evaluate((tile) => {
            const { top, bottom } = tile.getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight;
          }),
      );

      const key = sent[1]?.key;
      if (key) await phone.send(fixture.owner, { delete: key });
      await album(page, 'Álbum com 5 fotos').waitFor();
      await workspace.pane.getByText('Mensagem apagada').waitFor();
    },
  );

  check(
    'an agent’s album: one hour, the worst tick, a failed one alone, a deleted one gone',
    async (fixture) => {
      const { phone, uuid } = await customer(fixture, { name: 'Envio Reis', of: 'ana' });
      const { page, workspace } = await openConversation(fixture, uuid);
      await workspace.attach(...(await jpegs(['', '', '', '', ''])));
      await page.locator('[data-attachment]').nth(4).waitFor();
      await page.keyboard.press('Enter');
      const grid = album(page, 'Álbum com 5 fotos');
      await grid.waitFor();
      await workspace.ticks(grid, 3).waitFor();
      await counts(grid.locator('[data-ack]'), 1);
      const [, second] = phone.received.filter(({ type }) => type === 'imageMessage');
      if (second) phone.receipt(second, 'read');
      await page.waitForFunction(() => document.querySelector('[data-album] [data-ack="3"]'));

      await grid.getByRole('button', { name: 'Foto 2 de 5' }).first().click();
      await chooseInViewer(page, 'Apagar');
      await page.locator('#delete-message [data-delete]').click();
      await viewerOf(page).getByText('2 de 4').waitFor();
      await page.keyboard.press('Escape');
      await album(page, 'Álbum com 4 fotos').waitFor();
      await workspace.pane.getByText('Mensagem apagada').waitFor();

      // The deletion has an acknowledgement, too.
      await phone.waitFor(({ message }) => message.protocolMessage?.type === 0);
      await fixture.dependencies.kernel.outbox.idle();
      fixture.network.faults.failAcks(463, 1, fixture.owner.number);
      await workspace.attach(...(await jpegs(['', '', '', ''])));
      await page.locator('[data-attachment]').nth(3).waitFor();
      await page.keyboard.press('Enter');
      const failed = workspace.pane
        .locator('[data-message]')
        .filter({ has: page.getByRole('button', { name: 'Enviar de novo' }) });
      await failed.waitFor();
      await counts(failed.locator('xpath=ancestor::*[@data-album]'), 0);
      await failed.getByRole('button', { name: 'Enviar de novo' }).click();
      await counts(failed, 0);
    },
  );

  for (const [width, height] of [
    [1440, 900],
    [360, 740],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const)
      check(`an album fits ${width} pixels, ${colorScheme}`, async (fixture) => {
        const { phone, uuid } = await customer(fixture, { name: `Foto ${width} ${colorScheme}`, of: 'ana' });
        await sendAlbum(phone, fixture, [
          '',
          '',
          'Uma legenda longa, que não cabe em uma linha só de uma janela estreita',
          '',
          '',
        ]);
        await phone.send(fixture.owner, { text: 'E estas' });
        await sendAlbum(phone, fixture, ['', '']);
        await sendAlbum(phone, fixture, ['', '', '']);
        const { page } = await openConversation(fixture, uuid, { viewport: { width, height }, colorScheme });
        await counts(page.locator('[data-album]'), 3);
        await until('all pictures', () =>
          page
            .locator('[data-album] img')
            .evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
        );
        const isInside = await page.locator('[data-album]').evaluateAll((all) =>
          all.every((one) => {
            const { left, right } = one.getBoundingClientRect();
            const tiles = [...one.querySelectorAll('.media-frame')].map((tile) =>
              tile.getBoundingClientRect(),
            );
            return (
              left >= 0 &&
              right <= innerWidth &&
              tiles.every((tile) => tile.left >= left && tile.right <= right)
            );
          }),
        );
        expect(isInside).toBe(true);
        const backgrounds = () =>
          page
            .locator('[data-album] .album-acts')
            .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
        expect(new Set(await backgrounds())).toEqual(new Set(['rgba(0, 0, 0, 0)']));
        const folder = process.env.PICTURES;
        if (folder) await page.screenshot({ path: `${folder}/album-${width}-${colorScheme}.png` });
      });
});
