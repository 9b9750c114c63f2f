import type { Page } from 'playwright-core';
import { guidePaths } from '@/modules/guides/guides.schema.ts';
import { paths } from '@/paths.ts';
import { ticketPath } from '@/ticket-path.ts';
import { pdf } from './files.ts';
import type { Furnished } from './furnish.ts';
import { until } from './wait.ts';

export type Screen = {
  name: string;
  path: string;
  dialog?: string;
  open?: (page: Page) => Promise<void>;
  isLayer?: true;
  shows?: string;
};

const OPEN_MENU = '[role="menu"]:popover-open';
const ALIVE = '[data-island="conversation"][data-alive]';

const press =
  (...selectors: string[]) =>
  async (page: Page) => {
    for (const selector of selectors) {
      const button = page.locator(selector).first();
      const isInSheet = (await button.locator('xpath=ancestor::*[@popover]').count()) > 0;
      if (isInSheet && !(await button.isVisible())) await page.locator('.list-actions > .phone-only').click();
      await button.click();
    }
  };

const bubbleMenu = async (page: Page, text: string) => {
  const bubble = page.locator('[data-message]').filter({ hasText: text });
  await bubble.hover();
  await bubble.locator('[data-message-menu]').click();
};
const photoMenu = (page: Page) => bubbleMenu(page, 'Foto');
const messageDialog = (item: string) => async (page: Page) => {
  await bubbleMenu(page, 'Nossa resposta');
  await page.locator(`[data-menu="${item}"]`).click();
};

export function workspaceScreens({ talk, closed, waiting }: Furnished): Screen[] {
  const path = ticketPath(talk);
  const pending = '/tickets?status=pending';
  const part = (name: Parameters<typeof paths.ticketPart>[1]) => paths.ticketPart(talk, name);
  const over = (name: string, dialog: string): Screen => ({ name, path, dialog });
  return [
    { name: 'waiting tickets', path: pending, shows: '[data-action="accept"]' },
    { name: 'closed tickets', path: '/tickets?status=closed', shows: '[data-ticket]' },
    { name: 'no snoozed tickets', path: '/tickets?snoozed=true' },
    { name: 'search', path: '/tickets?searchParam=maria', shows: '[data-ticket]' },
    { name: 'row menu', path: pending, isLayer: true, open: press('[data-row-menu]'), shows: OPEN_MENU },
    { name: 'bulk bar', path: pending, open: choose, shows: '[role="toolbar"]' },
    { name: 'bulk: tag', path: pending, open: bulk('tag'), shows: 'dialog[open]' },
    { name: 'bulk: assign', path: pending, open: bulk('assign'), shows: 'dialog[open]' },
    { name: 'peek', path: pending, dialog: paths.ticketPart(waiting, 'peek') },
    { name: 'queues', path: pending, isLayer: true, open: press('[popovertarget="queue-filter"]') },
    { name: 'conversation', path, shows: ALIVE },
    { name: 'closed conversation', path: ticketPath(closed), shows: ALIVE },
    { name: 'drawer', path, open: press('[data-drawer-toggle]'), shows: '#drawer-parts form' },
    { name: 'ticket menu', path, isLayer: true, open: press('[popovertarget="ticket-menu"]') },
    { name: 'message menu', path, isLayer: true, open: photoMenu, shows: '#message-menu' },
    ...['edit', 'delete', 'forward', 'info', 'react'].map((item) => ({
      name: `message: ${item}`,
      path,
      isLayer: true as const,
      open: messageDialog(item),
      shows: 'dialog[open]',
    })),
    { name: 'image viewer', path, open: press('[data-image]'), shows: '[data-viewer] img' },
    { name: 'search inside', path, open: searchInside, shows: '[data-hit]' },
    { name: 'emoji', path, open: emoji, shows: 'emoji-picker' },
    { name: 'quick replies', path, open: (page) => write(page, '/bo'), shows: '[role="option"]' },
    { name: 'attachment', path, open: attach, shows: '[data-attachment]' },
    { name: 'reply', path, open: reply, shows: '[data-reply-bar]' },
    { name: 'recorder', path, open: record, shows: '[role="timer"]' },
    { name: 'toasts', path, open: toasts, shows: '.toast-undo' },
    over('transfer', part('transfer')),
    over('snooze', part('snooze')),
    over('delete a ticket', part('delete')),
    over('tags of a ticket', part('tags')),
    over('new ticket', paths.newTicket()),
  ];
}

async function choose(page: Page): Promise<void> {
  await page.locator('[data-ticket]').first().hover();
  await page.locator('[data-select]').first().click();
}

async function emoji(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Emojis' });
  if (!(await button.isVisible())) await page.locator('[aria-controls="composer-tools"]').click();
  await button.click();
}

const bulk = (name: string) => async (page: Page) => {
  await choose(page);
  await page.locator(`[data-bulk="${name}"]`).click();
};

async function write(page: Page, text: string): Promise<void> {
  const field = page.locator('[data-pane] textarea');
  await field.fill('');
  await field.pressSequentially(text);
}

async function reply(page: Page): Promise<void> {
  await photoMenu(page);
  await page.locator('[data-menu="reply"]').click();
}

async function record(page: Page): Promise<void> {
  const field = page.locator('[data-pane] textarea');
  await field.fill('');
  await field.locator('xpath=ancestor::*[@class="write-box"]/following-sibling::button').click();
}

function toasts(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const level of ['success', 'info', 'warning', 'error']) {
      const detail = { level, text: `Uma frase curta: ${level}`, undo: 'x' };
      document.dispatchEvent(new CustomEvent('toast', { detail }));
    }
  });
}

async function attach(page: Page): Promise<void> {
  await page.locator('[data-pane] input[type=file]').setInputFiles([pdf('b.pdf')]);
}

async function searchInside(page: Page): Promise<void> {
  await press('[popovertarget="ticket-menu"]', '#ticket-menu [data-conversation-search]')(page);
  await page.locator('[data-search-panel] input').fill('foto');
}

export function otherScreens({
  contactId,
  tagId,
  quickMessageId,
  connectionId,
  unpairedId,
}: Furnished): Screen[] {
  const [contacts, quick] = [paths.contacts(), paths.quickMessages()];
  const [tags, connections] = [paths.tags(), paths.connections()];
  const todo = paths.todolist();
  const bell = '[data-island="notification-bell"][data-alive] button';
  const bar = '[data-island="command-bar"][data-alive]';
  return [
    { name: 'to-do', path: todo, open: addTasks, shows: '[data-island="todo-list"] li form' },
    { name: 'guides', path: guidePaths.home() },
    { name: 'a guide', path: guidePaths.guide('owner') },
    { name: 'search in guides', path: `${guidePaths.home()}?q=fila` },
    { name: 'what is new', path: guidePaths.whatsNew() },
    { name: 'contacts', path: contacts },
    { name: 'add a contact', path: contacts, dialog: paths.newContact() },
    { name: 'edit a contact', path: contacts, dialog: paths.editContact(contactId) },
    { name: 'delete a contact', path: contacts, dialog: paths.confirmDeleteContact(contactId) },
    { name: 'block a contact', path: contacts, dialog: paths.blockContact(contactId) },
    { name: 'merge contacts', path: contacts, dialog: paths.mergeContact(contactId) },
    {
      name: 'import contacts',
      path: contacts,
      isLayer: true,
      open: press(`[hx-get="${paths.importContacts()}"]`),
    },
    { name: 'a contact’s menu', path: contacts, isLayer: true, open: press('#contact-rows [popovertarget]') },
    { name: 'quick messages', path: quick },
    { name: 'add a quick message', path: quick, dialog: paths.newQuickMessage() },
    { name: 'edit a quick message', path: quick, dialog: paths.editQuickMessage(quickMessageId) },
    { name: 'delete a quick message', path: quick, dialog: paths.confirmDeleteQuickMessage(quickMessageId) },
    { name: 'tags', path: tags },
    { name: 'add a tag', path: tags, dialog: paths.newTag() },
    { name: 'edit a tag', path: tags, dialog: paths.editTag(tagId) },
    { name: 'delete a tag', path: tags, dialog: paths.confirmDeleteTag(tagId) },
    { name: 'connections', path: connections },
    { name: 'add a connection', path: connections, dialog: paths.newConnection() },
    { name: 'edit a connection', path: connections, dialog: paths.editConnection(connectionId) },
    { name: 'delete a connection', path: connections, dialog: paths.confirmDeleteConnection(connectionId) },
    { name: 'disconnect', path: connections, dialog: paths.confirmDisconnect(connectionId) },
    { name: 'QR code', path: connections, dialog: paths.connectionQrCode(unpairedId) },
    { name: 'audit', path: '/audit', shows: '#audit-rows' },
    { name: 'history of the tickets', path: paths.ticketHistory() },
    { name: 'profile', path: todo, dialog: paths.profile() },
    { name: 'account menu', path: todo, isLayer: true, open: press('[popovertarget="account-menu"]') },
    { name: 'bell', path: todo, isLayer: true, open: press(bell), shows: '[data-notification]' },
    {
      name: 'notification settings',
      path: todo,
      isLayer: true,
      open: press(bell, '#notifications > div:first-child > button'),
      shows: '#notification-settings[open]',
    },
    { name: 'command bar', path: todo, isLayer: true, open: commands(bar), shows: '[role="option"]' },
    { name: 'keys', path: todo, isLayer: true, open: keys(bar), shows: '#key-help[open]' },
    { name: 'share', path: paths.share() },
    { name: 'nothing here', path: '/no/such/page' },
    { name: 'without connection', path: '/offline' },
  ];
}

async function addTasks(page: Page): Promise<void> {
  const list = page.locator('[data-island="todo-list"]');
  await page.locator('[data-island="todo-list"][data-alive]').waitFor();
  for (const task of ['Ligar para a Maria', 'Enviar o contrato'])
    await list
      .locator('input')
      .fill(task)
      .then(() => page.keyboard.press('Enter'));
  await list.locator('li button').first().click();
}

const commands = (bar: string) => async (page: Page) => {
  await page.locator(bar).waitFor({ state: 'attached' });
  await page.keyboard.press('Control+k');
};

const keys = (bar: string) => async (page: Page) => {
  await page.locator(bar).waitFor({ state: 'attached' });
  await page.keyboard.press('?');
};

export async function visit(page: Page, screen: Screen, from?: Screen): Promise<void> {
  const { path, dialog, open, shows } = screen;
  if (from === screen && !open) return;
  if (from?.path === path && (from.isLayer || !from.open)) await closeLayers(page);
  else {
    await page.goto(path);
    await until('living islands', () => page.evaluate(areAlive));
  }
  if (dialog) {
    await page.evaluate(openDialog, dialog);
    await page.locator('dialog[open]').last().waitFor();
  }
  await open?.(page);
  // A dialog still on its way would lie over the next screen.
  if (open)
    await until('what was pressed', () => page.evaluate(() => !document.querySelector('.htmx-request')));
  if (shows) await page.locator(shows).first().waitFor();
}

async function closeLayers(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const menu of document.querySelectorAll<HTMLElement>(':popover-open')) menu.hidePopover();
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  });
  await until('the page below its dialogs', () => page.evaluate(() => !history.state?.layer));
}

function openDialog(href: string): void {
  const { htmx } = window as unknown as {
    htmx: { ajax(command: string, href: string, options: object): Promise<void> };
  };
  void htmx.ajax('GET', href, { source: 'body', target: '#dialogs', swap: 'beforeend' });
}

export const areAlive = () =>
  document.querySelectorAll('[data-island]:not([data-alive], #top-bar-slots *)').length === 0;
