import type { Locator, Page } from 'playwright-core';
import { until } from './wait.ts';

export function workspaceOf(page: Page) {
  const pane = page.locator('[data-pane]');
  const field = pane.getByRole('textbox', { name: 'Digite uma mensagem' });
  const row = (name: string) => page.locator('[data-ticket]').filter({ hasText: name });
  const tab = async (name: 'assigned' | 'pending' | 'snoozed' | 'team' | 'closed-tab') => {
    await isAlive(page, 'ticket-list');
    const isAside = name !== 'assigned' && name !== 'pending';
    if (isAside) {
      await page.locator('#more-views').waitFor({ state: 'attached' });
      await page.locator('[data-tab="more"]').click();
    }
    await page.locator(`[data-tab="${name}"]`).click();
    await isSelected(page.locator(`[data-tab="${isAside ? 'more' : name}"]`));
  };
  return {
    pane,
    field,
    row,
    tab,
    chosenTab: () => page.locator('[role="tab"][aria-selected="true"]').getAttribute('data-tab'),
    count: (name: 'assigned' | 'pending') => page.locator(`[data-count="${name}"]`),
    bubble: (text: string | RegExp) => pane.locator('[data-message]').filter({ hasText: text }),
    ticks: (bubble: Locator, ...acks: number[]) =>
      bubble.locator(acks.map((ack) => `[data-ack="${ack}"]`).join(', ')),
    action: (name: 'accept' | 'return' | 'resolve' | 'reopen') =>
      pane.locator(`[data-ticket-action="${name}"]`).filter({ visible: true }),
    toast: (text: string | RegExp) => page.locator('#toasts').getByText(text),
    async open(name: string) {
      await isAlive(page, 'ticket-list');
      await row(name).locator('[data-open]').click();
      await field.waitFor();
    },
    async accept(name: string) {
      await row(name).locator('[data-action="accept"]').click();
      await pane.waitFor();
    },
    async write(text: string) {
      // Earlier, Enter adds a line to the page's own form.
      await isAlive(page, 'composer');
      await field.fill(text);
      await field.press('Enter');
    },
    attach: (...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
      pane.locator('input[type=file]').setInputFiles(files),
  };
}

export async function isAlive(page: Page, island: string): Promise<void> {
  await page.locator(`[data-island="${island}"][data-alive]`).waitFor();
}

async function isSelected(tab: Locator): Promise<void> {
  await until('a chosen tab', async () => (await tab.getAttribute('aria-selected')) === 'true');
}

export async function hasFocus(locator: Locator): Promise<void> {
  await until('the focus', () => locator.evaluate((element) => element === document.activeElement));
}

export async function counts(locator: Locator, count: number): Promise<void> {
  await until(`${count} of them`, async () => (await locator.count()) === count);
}

export async function reads(locator: Locator, text: string): Promise<void> {
  await until(`"${text}"`, async () => (await locator.textContent())?.trim() === text);
}

export async function holds(field: Locator, value: string): Promise<void> {
  await until(`"${value}" in the field`, async () => (await field.inputValue()) === value);
}

export async function menuOf(page: Page): Promise<string[]> {
  const links = page.locator('#menu nav a:not([data-menu-group])');
  await links.first().waitFor({ state: 'attached' });
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}

export const hasEntries = (page: Page, entries: number) =>
  until(`${entries} entries of layers`, () =>
    page.evaluate((many) => (history.state?.layer ?? 0) === many, entries),
  );
