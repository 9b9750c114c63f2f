import { expect } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { customer } from './support/customers.ts';
import { isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

type Icon = { src: string; sizes: string; type: string; purpose?: string };

async function workerOf(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return until('the worker', () => page.context().serviceWorkers()[0]);
}

async function push(context: BrowserContext, page: Page, payload: object): Promise<void> {
  const { line, ...where } = await registrationOf(context, page);
  await line.send('ServiceWorker.deliverPushMessage', { ...where, data: JSON.stringify(payload) });
}

/** A file, which waits for its page, and a text after it. */
function addFileAndText(page: Page, queue: string): Promise<void> {
  return page.evaluate(async (name) => {
    const open = indexedDB.open(name, 1);
    await new Promise((resolve) => Object.assign(open, { onsuccess: resolve }));
    const store = open.result.transaction('entries', 'readwrite').objectStore('entries');
    const all = store.getAll();
    await new Promise((resolve) => Object.assign(all, { onsuccess: resolve }));
    const [first] = all.result;
    store.put({ ...first, clientId: 'file-entry', createdAt: '2999-01-01T00:00:00Z', files: [{}] });
    store.put({ ...first, clientId: 'late-entry', createdAt: '2999-01-02T00:00:00Z', body: 'terceira' });
    await new Promise((resolve) => Object.assign(store.transaction, { oncomplete: resolve }));
    open.result.close();
  }, queue);
}

/** Returns how many entries were left; two are removed. */
function removeLeft(page: Page, queue: string): Promise<number> {
  return page.evaluate(async (name) => {
    const open = indexedDB.open(name, 1);
    await new Promise((resolve) => Object.assign(open, { onsuccess: resolve }));
    const store = open.result.transaction('entries', 'readwrite').objectStore('entries');
    const left = store.count();
    await new Promise((resolve) => Object.assign(left, { onsuccess: resolve }));
    if (left.result === 2) store.clear();
    await new Promise((resolve) => Object.assign(store.transaction, { oncomplete: resolve }));
    open.result.close();
    return left.result;
  }, queue);
}

async function sync(context: BrowserContext, page: Page, tag: string): Promise<void> {
  const { line, ...where } = await registrationOf(context, page);
  await line.send('ServiceWorker.dispatchSyncEvent', { ...where, tag, lastChance: false });
}

async function registrationOf(context: BrowserContext, page: Page) {
  const line = await context.newCDPSession(page);
  const found = Promise.withResolvers<string>();
  line.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [one] = registrations;
    if (one) found.resolve(one.registrationId);
  });
  await line.send('ServiceWorker.enable');
  return { line, origin: new URL(page.url()).origin, registrationId: await found.promise };
}

function fakePushService(): void {
  let held: PushSubscription | null = null;
  const made = {
    endpoint: 'https://push.example.com/somebody',
    options: { applicationServerKey: null },
    toJSON: () => ({
      endpoint: made.endpoint,
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    }),
    unsubscribe: async () => {
      held = null;
      return true;
    },
  };
  PushManager.prototype.getSubscription = async () => held;
  PushManager.prototype.subscribe = async () => {
    held = made as unknown as PushSubscription;
    return held;
  };
}

browserTests('as an installed app', { line: true, isWhole: true }, (check) => {
  check('has a manifest, icons as large as they say, and a worker', async (fixture) => {
    const { page, context } = await fixture.signIn('ana');
    await page.goto('/todolist');
    const href = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '';
    const manifest = await (await context.request.get(href)).json();
    expect(manifest).toMatchObject({ name: 'Balcão', start_url: '/', scope: '/', display: 'standalone' });
    const icons = manifest.icons as Icon[];
    sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
    for (const { src, sizes, type } of icons) {
      const reply = await context.request.get(src);
      expect(reply.headers()['content-type']).toContain(type);
      const { width, height } = await sharp(await reply.body()).metadata();
      if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes);
    }
    expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    await workerOf(page);
    const line = await context.newCDPSession(page);
    const { installabilityErrors } = await line.send('Page.getInstallabilityErrors');
    // The tests use private windows.
    const errors = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
    expect(errors).toEqual([]);
  });

  check('shows that the server cannot be reached, and comes back by itself', async (fixture) => {
    const visitor = await fixture.signIn('ana');
    const { page, context } = visitor;
    visitor.expectProblems(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('/todolist');
    await workerOf(page);
    await until('its care', () => page.evaluate(() => navigator.serviceWorker.controller !== null));
    await context.setOffline(true);
    await page.goto('/tickets');
    await page.getByRole('heading', { name: 'Sem conexão' }).waitFor();
    await context.setOffline(false);
    await workspaceOf(page).row('').first().or(page.getByText('Em que vamos ajudar')).first().waitFor();
  });

  check('push is switched on, tried, and off again', async (fixture) => {
    const { page, context } = await fixture.signIn('ana');
    await context.grantPermissions(['notifications']);
    await page.addInitScript(fakePushService);
    await page.goto('/todolist');
    await page.locator('[popovertarget="notifications"]').click();
    await page.locator('#notifications > div:first-child > button').click();
    const isOn = page.locator('#switch-push');
    await isOn.click();
    await until('on', () => isOn.isChecked());
    await page.getByRole('button', { name: 'Enviar notificação de teste' }).click();
    await workspaceOf(page).toast('Notificação de teste enviada.').waitFor();
    const [sent] = await until('a push', () => fixture.push.sent.length > 0 && fixture.push.sent);
    expect(sent).toMatchObject({
      endpoint: 'https://push.example.com/somebody',
      payload: { title: 'Notificação de teste', tag: 'test', url: '/tickets' },
    });
    await isOn.click();
    await until('off', async () => !(await isOn.isChecked()));
    const scope = await fixture.scope();
    await until('no subscription', async () => !(await scope.db.query.pushSubscriptions.findFirst()));
  });

  check('a push is shown, and leads to its ticket in the open window', async (fixture) => {
    const { uuid, ticketId } = await customer(fixture, { name: 'Maria Souza', of: 'ana' });
    const { page, context } = await fixture.signIn('ana');
    await context.grantPermissions(['notifications']);
    await page.goto('/tickets');
    const worker = await workerOf(page);
    // Loaded after the workspace; before that a ticket opens by loading its page.
    await page.locator('#more-views').waitFor({ state: 'attached' });
    const payload = {
      title: 'Maria Souza',
      body: 'Bom dia!',
      tag: `ticket-${ticketId}`,
      url: `/tickets/${uuid}`,
    };
    await push(context, page, payload);
    const shown = await until('a notification', () =>
      page.evaluate(async () => {
        const [one] = (await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? [];
        return one && { title: one.title, body: one.body, tag: one.tag, ...(one.data as { url: string }) };
      }),
    );
    expect(shown).toEqual(payload);
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    // A test cannot click a system notification; this is what the worker does after the click.
    await worker.evaluate((url) => (self as unknown as { open(url: string): unknown }).open(url), shown.url);
    await workspaceOf(page).bubble('Bom dia!').waitFor();
    expect(page.url()).toContain(uuid);
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  });

  check('a push goes when its writer deletes the message', async (fixture) => {
    const { phone, uuid, ticketId } = await customer(fixture, { name: 'Rita Prado', of: 'ana' });
    const wrong = await phone.send(fixture.owner, { text: 'era para outra loja' });
    const { page, context } = await fixture.signIn('ana');
    await context.grantPermissions(['notifications']);
    await page.goto('/tickets');
    await workerOf(page);
    await workspaceOf(page).row('Rita Prado').getByText('era para outra loja').waitFor();
    const words = { title: 'Rita Prado', body: 'era para outra loja', url: `/tickets/${uuid}` };
    await push(context, page, { ...words, tag: `ticket-${ticketId}` });
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return (await registration?.getNotifications())?.map(({ title }) => title) ?? [];
      });
    await until('a notification', async () => (await shown()).includes('Rita Prado'));
    await phone.send(fixture.owner, { delete: wrong.key });
    await until('no notification', async () => !(await shown()).includes('Rita Prado'));
  });

  check('an answer in a notification reaches nobody but the customer it was shown for', async (fixture) => {
    const { phone, uuid, ticketId } = await customer(fixture, { name: 'Lia Prado', of: 'ana' });
    const visitor = await fixture.signIn('ana');
    const { page, context } = visitor;
    visitor.expectProblems(/status of 409/);
    await context.grantPermissions(['notifications']);
    await page.goto('/tickets');
    const worker = await workerOf(page);
    const { aurora, boreal } = fixture.people.companyId;
    const answer = (companyId: number, words: string) => {
      const meantFor = `${companyId} ${ticketId} ${uuid}`;
      const data = { url: `/tickets/${uuid}`, reply: { ticketId, meantFor, failed: 'Não enviado' } };
      return worker.evaluate(
        ([shown, text]) =>
          (self as unknown as { answer(data: unknown, words: string): Promise<void> }).answer(shown, text),
        [data, words] as const,
      );
    };
    await answer(boreal, 'para um cliente da Boreal');
    await answer(aurora, 'para a Lia');
    await until('the answer', () => phone.received.some(({ text }) => text.includes('para a Lia')));
    expect(phone.received.filter(({ text }) => text.includes('Boreal'))).toEqual([]);
    const stored = () =>
      page.evaluate(async () => {
        const store = await caches.open('shared');
        const replies = await Promise.all((await store.keys()).map((key) => store.match(key)));
        return Promise.all(replies.map((reply) => reply?.json()));
      });
    expect(await stored()).toMatchObject([{ text: 'para um cliente da Boreal' }]);
  });

  check(
    'messages whose page was closed go when the connection is back, once and in order',
    async (fixture) => {
      const { phone, uuid } = await customer(fixture, { name: 'Sônia Prado', of: 'ana' });
      const visitor = await fixture.signIn('ana');
      const { page, context } = visitor;
      visitor.expectProblems(/ERR_FAILED/);
      await page.goto(`/tickets/${uuid}`);
      const { field, bubble } = workspaceOf(page);
      await isAlive(page, 'composer');
      await workerOf(page);
      await page.route('**/api/messages/**', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      for (const text of ['primeira', 'segunda']) {
        await field.fill(text);
        await field.press('Enter');
        await bubble(text).waitFor();
      }
      const other = await context.newPage();
      await other.goto('/todolist');
      await page.close();
      const { companyId, userId } = fixture.people;
      const queue = `outbox-${companyId.aurora}-${userId.ana}`;
      await addFileAndText(other, queue);
      const received = () => phone.received.map(({ text }) => text.replace(/^\*[^*]*\*:?\s*/, '').trim());
      await sync(context, other, `outbox-${companyId.aurora}-${userId.rui}`);
      await sync(context, other, queue);
      await until('both', () => received().length === 2);
      expect(received()).toEqual(['primeira', 'segunda']);
      await until('the file and the text behind it left', async () => (await removeLeft(other, queue)) === 2);
      await other.goto(`/tickets/${uuid}`);
      await workspaceOf(other).bubble('segunda').waitFor();
      await sync(context, other, queue);
      await phone.send(fixture.owner, { text: 'obrigada' });
      await workspaceOf(other).bubble('obrigada').waitFor();
      expect(received()).toEqual(['primeira', 'segunda']);
    },
  );

  check('a push leads other pages there, and never away from us', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'João Prado', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    await page.goto('/todolist');
    const worker = await workerOf(page);
    await until('its care', () => page.evaluate(() => navigator.serviceWorker.controller !== null));
    const own = (url: string) =>
      worker.evaluate((one) => (self as unknown as { ownPath(url: string): string }).ownPath(one), url);
    expect(await own('https://evil.example/tickets')).toBe('/tickets');
    expect(await own('javascript:alert(1)')).toBe('/tickets');
    const going = page.waitForURL(`**/tickets/${uuid}`);
    await worker.evaluate(
      (url) => void (self as unknown as { open(url: string): unknown }).open(url),
      `/tickets/${uuid}`,
    );
    await going;
  });
});
