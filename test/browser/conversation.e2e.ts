import { expect } from 'bun:test';
import { messages } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { customer } from './support/customers.ts';
import { picture, tone } from './support/files.ts';
import { fillTalk } from './support/fill.ts';
import { counts, hasFocus, isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const logOf = (page: Page) => page.getByRole('log');
const isInView = (element: Locator) =>
  element.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    const box = one.closest('[role=log]')?.getBoundingClientRect();
    return box !== undefined && bottom > box.top && top < box.bottom;
  });

async function strayed(box: Element, by: number): Promise<number> {
  const { left, top, width, height } = box.getBoundingClientRect();
  const middle = () =>
    document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[data-block] > *, h3');
  const seen = middle();
  const before = seen?.getBoundingClientRect().top ?? 0;
  const from = box.scrollTop;
  box.scrollTop -= by;
  const scrolled = from - box.scrollTop;
  for (let frame = 0; frame < 6; frame += 1) await new Promise(requestAnimationFrame);
  return (seen?.getBoundingClientRect().top ?? 0) - before - scrolled;
}

function hasText(box: Element): boolean {
  const { left, top, width, height } = box.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there?.closest('[data-block] > *, h3') !== null;
}

browserTests('a conversation', { line: true }, (check) => {
  check('opens at the first unread message; news below are counted on the way down', async (fixture) => {
    const { ticketId, uuid, phone } = await customer(fixture, { name: 'Maria Souza', of: 'ana' });
    await fillTalk(await fixture.scope(), { ticketId, count: 120, unread: 50 });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    const divider = page.locator('[data-unread-divider]');
    await divider.waitFor();
    await until('the divider in view', () => isInView(divider));
    expect(await isInView(workspace.bubble('linha 71'))).toBe(true);
    const jump = page.locator('[data-jump]');
    await jump.waitFor();
    await phone.send(fixture.owner, { text: 'e agora?' });
    await jump.getByText('1', { exact: true }).waitFor();
    expect(await isInView(divider)).toBe(true);
    await jump.click();
    await until('the end', () => isInView(workspace.bubble('e agora?')));
    await jump.waitFor({ state: 'detached' });
    await phone.send(fixture.owner, { text: 'ainda estou aqui' });
    await until('what came at the end', () => isInView(workspace.bubble('ainda estou aqui')));
  });

  check(
    'two thousand messages: older ones come in pages without a jump; a quote leads far back',
    async (fixture) => {
      const { ticketId, uuid } = await customer(fixture, { name: 'Longa Data', of: 'ana' });
      const scope = await fixture.scope();
      const ids = await fillTalk(scope, { ticketId, count: 2000, apart: 30 });
      await scope.write(async (tx) => {
        await tx.db
          .update(messages)
          .set({ quotedMsgId: ids[4] ?? null })
          .where(eq(messages.id, ids.at(-1) ?? 0));
      });
      const { page } = await fixture.signIn('ana');
      await page.goto(`/tickets/${uuid}`);
      const bubbles = page.locator('[data-message]');
      await until('the newest page', async () => (await bubbles.count()) >= 20);
      await isAlive(page, 'conversation');
      const far = page.locator(`#message-${ids.at(-400)}`);
      for (let steps = 0; (await far.count()) === 0; steps += 1) {
        expect(steps).toBeLessThan(200);
        expect(Math.abs(await logOf(page).evaluate(strayed, 300))).toBeLessThan(1);
        await until('words under the eye', () => logOf(page).evaluate(hasText));
      }
      expect(await bubbles.count()).toBeLessThan(150);
      const sticky = page.locator('[data-day]');
      const box = await logOf(page).boundingBox();
      await until('a day in view at the top', async () => {
        for (const day of await sticky.all()) {
          const at = await day.boundingBox();
          if (box && at && at.y >= box.y - 1 && at.y < box.y + 24) return true;
        }
        return false;
      });
      await page.reload();
      const quote = page.locator(`[data-quote="${ids[4]}"]`);
      await quote.click();
      const original = page.locator(`#message-${ids[4]}`);
      await original.waitFor();
      await until('the original in view', () => isInView(original));
      await page.locator('[data-jump]').click();
      await until('the newest again', async () => (await quote.count()) === 1 && isInView(quote));
    },
  );

  check('ticks from the clock to played, in words too', async (fixture) => {
    const { ticketId, uuid } = await customer(fixture, { name: 'Tadeu Reis', of: 'ana' });
    const scope = await fixture.scope();
    const ids = await fillTalk(scope, { ticketId, count: 3 });
    const messageId = ids[2] ?? 0;
    await scope.write(async (tx) => {
      await tx.db.update(messages).set({ ack: 0 }).where(eq(messages.id, messageId));
    });
    const { page } = await fixture.signIn('ana');
    await page.goto(`/tickets/${uuid}`);
    const bubble = page.locator(`#message-${messageId}`);
    await bubble.waitFor();
    const labels = ['Aguardando envio', 'Enviada', 'Enviada', 'Entregue', 'Lida', 'Ouvida'];
    for (const [ack, label] of labels.entries()) {
      await scope.write(async (tx) => {
        await tx.db.update(messages).set({ ack }).where(eq(messages.id, messageId));
        tx.emit('message.updated', { messageId, ticketId });
      });
      await bubble.locator(`[data-ack="${ack}"]`).getByRole('img', { name: label }).waitFor();
    }
  });

  check(
    'reply by button, given up by Escape; reactions, edits and deletions of the customer',
    async (fixture) => {
      const { owner } = fixture;
      const { phone, uuid } = await customer(fixture, { name: 'Rita Luz', text: 'Qual o preço?', of: 'ana' });
      const { page } = await fixture.signIn('ana');
      const workspace = workspaceOf(page);
      await page.goto(`/tickets/${uuid}`);
      const first = workspace.bubble('Qual o preço?');
      const bar = page.locator('[data-reply-bar]');
      await first.hover();
      await first.locator('[data-reply]').click();
      await bar.getByText('Qual o preço?').waitFor();
      await page.keyboard.press('Escape');
      await bar.waitFor({ state: 'detached' });
      await first.hover();
      await first.locator('[data-reply]').click();
      await hasFocus(workspace.field);
      await page.keyboard.type('São 90 reais');
      await page.keyboard.press('Enter');
      await bar.waitFor({ state: 'detached' });
      const got = await phone.waitFor(({ text }) => text.includes('São 90 reais'));
      expect(got.message.extendedTextMessage?.contextInfo?.quotedMessage).toBeTruthy();
      await workspace.bubble('São 90 reais').locator('[data-quote]').getByText('Qual o preço?').waitFor();

      await phone.send(owner, { react: { text: '❤️', key: got.key } });
      await workspace.bubble('São 90 reais').getByText('❤️').waitFor();
      const [heart, ticks] = await Promise.all(
        ['.reaction', '.meta'].map((part) => workspace.bubble('São 90 reais').locator(part).boundingBox()),
      );
      expect(heart?.y).toBeGreaterThanOrEqual((ticks?.y ?? 0) + (ticks?.height ?? 999));
      const wrong = await phone.send(owner, { text: 'Pode sre' });
      await workspace.bubble('Pode sre').waitFor();
      await phone.send(owner, { text: 'Pode ser', edit: wrong.key });
      await workspace.bubble('Pode ser').getByText('editada').waitFor();
      await phone.send(owner, { delete: wrong.key });
      await workspace.bubble('Mensagem apagada').waitFor();
      await counts(workspace.bubble('Pode ser'), 0);
    },
  );

  check('pictures in a viewer; a document with its name and size', async (fixture) => {
    const { owner } = fixture;
    const { phone, uuid } = await customer(fixture, { name: 'Foto Grafia', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    for (const [caption, color] of [
      ['primeira', '#2f855a'],
      ['segunda', '#b7791f'],
    ] as const)
      await phone.send(owner, { image: (await picture('f.jpg', color)).buffer, caption });
    await phone.send(owner, {
      document: Buffer.alloc(2048, 1),
      mimetype: 'application/pdf',
      fileName: 'contrato.pdf',
    });
    const paper = workspace.bubble('contrato.pdf');
    await paper.getByText(/PDF · 2 KB/).waitFor();
    const [saved] = await Promise.all([page.waitForEvent('download'), paper.getByRole('link').click()]);
    expect(saved.suggestedFilename()).toBe('contrato.pdf');

    await workspace.bubble('segunda').locator('[data-image]').click();
    const viewer = page.locator('dialog[data-viewer][open]');
    const shown = viewer.locator('img');
    await until('the second picture', async () => (await shown.getAttribute('alt')) === 'segunda');
    await page.keyboard.press('ArrowLeft');
    await until('the first picture', async () => (await shown.getAttribute('alt')) === 'primeira');
    await viewer.getByRole('button', { name: 'Próxima imagem' }).click();
    await until('the second again', async () => (await shown.getAttribute('alt')) === 'segunda');
    const narrow = (await shown.boundingBox())?.width ?? 0;
    await viewer.getByRole('button', { name: 'Ampliar' }).click();
    await until('a larger picture', async () => ((await shown.boundingBox())?.width ?? 0) > narrow * 1.5);
    expect(await viewer.getByRole('link', { name: 'Baixar' }).getAttribute('href')).toContain('/media/');
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
  });

  check('voice notes: played, seeked, faster, and the next plays on', async (fixture) => {
    const { owner } = fixture;
    const { phone, uuid } = await customer(fixture, { name: 'Voz Alta', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    await phone.send(owner, { audio: tone(2), mimetype: 'audio/wav', ptt: true });
    await phone.send(owner, { audio: tone(2), mimetype: 'audio/wav', ptt: true });
    const notes = workspace.pane.locator('[data-audio]');
    await counts(notes, 2);
    const [first, second] = [notes.nth(0), notes.nth(1)];
    const isPlaying = (note: Locator) =>
      note.locator('audio').evaluate((audio) => !(audio as HTMLAudioElement).paused);
    await first.getByRole('button', { name: /Velocidade/ }).click();
    await first.getByRole('button', { name: 'Velocidade: 1.5×' }).click();
    await first.getByRole('button', { name: 'Velocidade: 2×' }).waitFor();
    await first.getByRole('button', { name: 'Ouvir' }).click();
    await until('sound', () => isPlaying(first));
    expect(await first.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).playbackRate)).toBe(
      2,
    );
    await first.getByRole('slider', { name: 'Posição do áudio' }).fill('1.5');
    await until('the second note', () => isPlaying(second));
    expect(await isPlaying(first)).toBe(false);
    await second.getByRole('button', { name: 'Pausar' }).click();
    await until('silence', async () => !(await isPlaying(second)));
  });

  check('what WhatsApp refuses is red with its reason, and is sent again', async (fixture) => {
    const { phone, uuid } = await customer(fixture, { name: 'Recusa Dias', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    fixture.network.faults.failAcks(463, 1, fixture.owner.number);
    await workspace.write('Esta falha');
    const bubble = workspace.bubble('Esta falha');
    await bubble.getByText('Não foi possível enviar a mensagem pelo WhatsApp.').waitFor();
    await bubble.getByRole('img', { name: 'Não enviada' }).waitFor();
    await bubble.getByRole('button', { name: 'Enviar de novo' }).click();
    await workspace.ticks(bubble, 3).waitFor();
    await counts(bubble.getByRole('button', { name: 'Enviar de novo' }), 0);
    expect(phone.received.filter(({ text }) => text.includes('Esta falha')).length).toBeGreaterThan(0);
    await counts(bubble, 1);
  });

  check(
    '70 a failed message is red in the list and on its own page; sent again it leaves the filtered page',
    async (fixture) => {
      const { phone, uuid } = await customer(fixture, { name: 'Falha Neves', of: 'ana' });
      const { page } = await fixture.signIn('ana');
      const workspace = workspaceOf(page);
      await page.goto(`/tickets/${uuid}`);
      fixture.network.faults.failAcks(463, 1, fixture.owner.number);
      await workspace.write('Não chegou');
      await workspace.row('Falha Neves').getByRole('img', { name: 'Não enviada' }).waitFor();

      await page.goto('/messages/failed');
      await page.getByLabel('Atendente').selectOption({ label: 'Ana' });
      const row = page.getByRole('row').filter({ hasText: 'Falha Neves' });
      await row.getByText('Não chegou').waitFor();
      await row.locator('.text-error').getByText('Não foi possível enviar').waitFor();
      await row.getByRole('button', { name: 'Enviar de novo' }).click();
      await workspace.toast('A mensagem está sendo enviada de novo.').waitFor();
      await counts(row, 0);
      await page.getByText('Nenhuma mensagem não enviada com estes filtros').waitFor();
      await until('the delivery', async () => phone.received.some(({ text }) => text.includes('Não chegou')));
    },
  );
});
