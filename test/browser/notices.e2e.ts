import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { recordSessionState } from '@/modules/connections/connection-sessions.service.ts';
import { customer, leadTo } from './support/customers.ts';
import { counts, isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

const SIZES = [
  { width: 1440, height: 900, isMobile: false },
  { width: 768, height: 1024, isMobile: false },
  { width: 360, height: 740, isMobile: true },
];

type Box = { what: string; left: number; top: number; right: number; bottom: number };

const NOTICES = '.toast-card, .composer [data-notice]';
const UNCOVERED = {
  header: '#ticket-header header, .top-bar, main h1',
  field: '.composer .write-box',
  send: '.composer > div:last-child > button',
  bubble: '[data-pane] [data-bubble]',
};

/** Waits until two frames show the same boxes: the newest bubble moves up for a notice. */
const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.evaluate(async (selected) => {
    const read = () =>
      [...document.querySelectorAll<HTMLElement>(selected)]
        .filter((one) => one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }))
        .map((one) => {
          const { left, right, ...box } = one.getBoundingClientRect().toJSON() as DOMRect;
          // A bubble that is scrolled away is nowhere.
          const log = one.closest('[role=log]')?.getBoundingClientRect();
          const top = Math.max(box.top, log?.top ?? box.top);
          const bottom = Math.min(box.bottom, log?.bottom ?? box.bottom);
          return { what: one.textContent.trim().slice(0, 40), left, top, right, bottom };
        })
        .filter(({ right, bottom, left, top }) => right - left > 2 && bottom - top > 2);
    let [former, now] = ['', read()];
    for (let frames = 0; frames < 120 && JSON.stringify(now) !== former; frames += 1) {
      former = JSON.stringify(now);
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      now = read();
    }
    return now;
  }, selector);

async function covered(page: Page): Promise<string[]> {
  const notices = await boxesOf(page, NOTICES);
  expect(notices.length).toBeGreaterThan(0);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const outside = notices.filter(
    ({ left, top, right, bottom }) => left < 0 || top < 0 || right > width || bottom > height,
  );
  const found = outside.map(({ what }) => `“${what}” is cut`);
  for (const [kind, selector] of Object.entries(UNCOVERED)) {
    const all = await boxesOf(page, selector);
    for (const other of kind === 'bubble' ? all.slice(-1) : all)
      for (const notice of notices)
        if (
          notice.left < other.right - 1 &&
          notice.right > other.left + 1 &&
          notice.top < other.bottom - 1 &&
          notice.bottom > other.top + 1
        )
          found.push(`“${notice.what}” covers the ${kind} “${other.what}”`);
  }
  for (const [at, one] of notices.entries())
    for (const other of notices.slice(at + 1))
      if (
        one.left < other.right - 1 &&
        one.right > other.left + 1 &&
        one.top < other.bottom - 1 &&
        one.bottom > other.top + 1
      )
        found.push(`“${one.what}” covers “${other.what}”`);
  return found;
}

async function conversation(fixture: Fixture, name: string, looks: (typeof SIZES)[number]) {
  const { width, height, isMobile } = looks;
  const { phone, uuid } = await customer(fixture, { name: `${name} ${width}`, of: 'ana' });
  for (let at = 1; at <= 14; at += 1)
    await phone.send(fixture.owner, { text: `Mensagem ${at}: ainda estou esperando a resposta` });
  const visitor = await fixture.signIn('ana', { viewport: { width, height }, isMobile, hasTouch: isMobile });
  const { page } = visitor;
  await page.goto(`/tickets/${uuid}`);
  for (const island of ['conversation', 'composer'] as const) await isAlive(page, island);
  const workspace = workspaceOf(page);
  await workspace.write('Um momento, por favor');
  await workspace.bubble('Um momento, por favor').waitFor();
  return { ...visitor, phone, uuid, workspace };
}

async function setLine(fixture: Fixture, status: 'CONNECTED' | 'DISCONNECTED'): Promise<void> {
  const { connectionId, owner } = fixture;
  const state = { status, qrcode: '', pairingCode: '', retries: 0, trouble: null, number: owner.number };
  await recordSessionState(await fixture.scope(), connectionId, state);
}

const toast = (page: Page, text: string, level: string, undo?: string) =>
  page.evaluate((detail) => document.dispatchEvent(new CustomEvent('toast', { detail })), {
    text,
    level,
    undo,
  });

const LONG = 'O arquivo “contrato-assinado-pelas-duas-partes.pdf” é maior que o limite de 64 MB do WhatsApp.';

browserTests('notices have one place', { line: true }, (check) => {
  let isLed = false;
  for (const looks of SIZES) {
    check(`toasts at ${looks.width} px`, async (fixture) => {
      const { page } = await conversation(fixture, 'Tina Toast', looks);
      await toast(page, 'Atendimento aceito', 'success', 'x');
      expect(await covered(page)).toEqual([]);
      await toast(page, LONG, 'error');
      expect(await covered(page)).toEqual([]);
      for (const text of ['Mensagem apagada', 'Contato salvo']) await toast(page, text, 'info');
      expect(await covered(page)).toEqual([]);
      await page.locator('.composer textarea').fill('uma\nduas\ntrês\nquatro');
      expect(await covered(page)).toEqual([]);
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/toasts-${looks.width}.png` });
    });

    check(`strips above the field at ${looks.width} px, together with toasts`, async (fixture) => {
      const { page, context, workspace, expectProblems } = await conversation(fixture, 'Sara Strip', looks);
      const strip = (name: string) => page.locator(`.composer [data-notice=${name}]`).waitFor();
      await setLine(fixture, 'DISCONNECTED');
      await strip('line-down');
      expect(await covered(page)).toEqual([]);
      await workspace.field.fill('Olá {{nome}}, segue {{link}}');
      await strip('variables');
      expect(await covered(page)).toEqual([]);
      await workspace.field.fill('/naoexiste');
      // Enter waits while the quick messages load.
      await until('a question', async () => {
        await workspace.field.press('Enter');
        return page.locator('.composer [data-notice=command]').isVisible();
      });
      expect(await covered(page)).toEqual([]);
      expectProblems(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
      await context.setOffline(true);
      await strip('offline');
      await toast(page, 'Atendimento devolvido', 'success', 'x');
      await toast(page, LONG, 'error');
      expect(await covered(page)).toEqual([]);
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/strips-${looks.width}.png` });
      await context.setOffline(false);
      await counts(page.locator('.composer [data-notice=offline]'), 0);
      await setLine(fixture, 'CONNECTED');
      await counts(page.locator('.composer [data-notice=line-down]'), 0);
    });

    check(`a colleague’s strip and the list's toasts at ${looks.width} px`, async (fixture) => {
      if (!isLed) await leadTo(fixture, 'Vendas');
      isLed = true;
      const { phone, uuid } = await customer(fixture, { name: `Da Bia ${looks.width}`, of: 'bia' });
      for (let at = 1; at <= 14; at += 1) await phone.send(fixture.owner, { text: `Mensagem ${at}` });
      const { width, height, isMobile } = looks;
      const { page } = await fixture.signIn('ana', {
        viewport: { width, height },
        isMobile,
        hasTouch: isMobile,
      });
      await page.goto(`/tickets/${uuid}`);
      await page.locator('.composer [data-notice=colleague]').waitFor();
      await isAlive(page, 'conversation');
      await workspaceOf(page).bubble('Mensagem 14').waitFor();
      // It opens at the first unread message.
      await page.locator('[role=log]').evaluate((log) => log.scrollTo(0, log.scrollHeight));
      await toast(page, LONG, 'warning', 'x');
      expect(await covered(page)).toEqual([]);
      for (const path of ['/tickets', '/contacts']) {
        await page.goto(path);
        await page.locator('main h1').waitFor({ state: 'attached' });
        await toast(page, 'Salvo', 'success', 'x');
        await toast(page, LONG, 'error');
        expect([path, ...(await covered(page))]).toEqual([path]);
      }
    });
  }
});
