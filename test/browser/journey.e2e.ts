import { expect } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { offerSetUp } from '@/modules/auth/set-up/set-up.service.ts';
import { findings } from './support/axe.ts';
import { pdf, picture } from './support/files.ts';
import { qrOf } from './support/line.ts';
import { addColleague, logIn, PASSWORD } from './support/people.ts';
import { hasFocus, reads, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const ANA = 'ana@aurora.test';
const BIA = 'bia@aurora.test';
/** Without a reload; the benches measure how fast. */
const AT_ONCE_MS = 15_000;

browserTests('from an empty machine to a resolved conversation', { people: false }, (check) => {
  check('set-up, a connection, and its code is read', async ({ dependencies, owner, visit }) => {
    const { page } = await visit();
    const link = `/setup/${await offerSetUp(dependencies.kernel)}`;
    for (const [colorScheme, width] of [
      ['dark', 360],
      ['light', 1440],
    ] as const) {
      const looker = (await visit({ colorScheme, viewport: { width, height: 900 } })).page;
      await looker.goto(link);
      expect(await findings(looker, `set-up, ${colorScheme}`)).toEqual([]);
    }
    await page.goto(link);
    await page.getByLabel('Nome da empresa').fill('Aurora');
    await page.getByLabel('Seu nome').fill('Ana Lima');
    await page.getByLabel('E-mail').fill(ANA);
    await page.locator('[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Criar e entrar' }).click();
    await page.waitForURL('**/first-steps');

    await page.locator('[data-check=noLine]').waitFor();
    await page.locator('#setup-add-line').click();
    const dialog = page.locator('dialog[open]');
    await hasFocus(dialog.getByLabel('Nome'));
    await dialog.getByLabel('Nome').fill('Loja');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByRole('img', { name: 'QR code para ler com o celular' }).waitFor();
    await owner.scan(await qrOf(dependencies, 1, 1));
    await dialog.waitFor({ state: 'detached' });
    await page.locator('[data-check=done]').waitFor();
    await addColleague(dependencies, 1, 1, { name: 'Bia Reis', email: BIA, queue: 'Vendas' });
  });

  check('a customer writes, is answered in every way, and answers', async (fixture) => {
    const { network, owner, visit } = fixture;
    const ana = (await visit()).page;
    const bia = (await visit()).page;
    await logIn(ana, ANA);
    await logIn(bia, BIA);
    const [hers, his] = [workspaceOf(ana), workspaceOf(bia)];
    await hers.tab('pending');
    await his.tab('pending');
    const maria = network.phone({ number: '5511988887777', name: 'Maria Souza' });
    maria.policy = { delivered: 'manual', read: 'manual', delayMs: 0 };
    await maria.send(owner, { text: 'Olá! Vocês têm o modelo azul?' });
    await hers.row('Maria Souza').waitFor();
    await his.row('Maria Souza').waitFor();

    const taken = ana.waitForResponse((reply) => reply.request().method() === 'PUT');
    await hers.accept('Maria Souza');
    await taken;
    await his.row('Maria Souza').waitFor({ state: 'detached', timeout: AT_ONCE_MS });
    await hasFocus(hers.field);

    await ana.keyboard.type('Temos sim! *Azul* no tamanho M.');
    await ana.keyboard.press('Enter');
    const text = hers.bubble('Temos sim!');
    await text.locator('strong', { hasText: 'Azul' }).waitFor();
    const got = await maria.waitFor((message) => message.text.includes('Temos sim'));
    await hers.ticks(text, 1, 2).waitFor();
    maria.receipt(got, 'delivered');
    await hers.ticks(text, 3).waitFor();
    maria.receipt(got, 'read');
    const blue = hers.ticks(text, 4);
    await blue.getByRole('img', { name: 'Lida' }).waitFor();
    expect(await blue.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(2, 132, 199)');

    await hers.attach(await picture('azul.jpg', '#2a6fdb'));
    await hers.write('É este?');
    const photo = await maria.waitFor(({ type }) => type === 'imageMessage');
    expect(photo.text).toContain('É este?');
    await hers.attach(pdf('orçamento.pdf'));
    await ana.keyboard.press('Tab');
    await hers.pane.getByRole('button', { name: 'Enviar', exact: true }).click();
    const paper = await maria.waitFor(({ type }) => /^document/.test(type));
    expect((await maria.download(paper)).toString()).toStartWith('%PDF');
    await hers.pane.getByRole('button', { name: 'Gravar áudio' }).click();
    await until('two seconds of voice', async () =>
      ['0:02', '0:03', '0:04'].includes((await ana.getByRole('timer').textContent()) ?? ''),
    );
    await ana.locator('[data-recorder]').getByRole('button', { name: 'Enviar', exact: true }).click();
    const voice = await maria.waitFor(({ type }) => type === 'audioMessage', 60_000);
    expect(voice.message.audioMessage?.ptt).toBe(true);
    await hers.pane.locator('[data-audio]').waitFor();
    expect(Number(voice.message.audioMessage?.seconds)).toBeGreaterThanOrEqual(2);
    expect(voice.message.audioMessage?.waveform?.length).toBe(64);
    await ana.reload();
    await hers.pane
      .locator('[data-audio]')
      .getByText(/^0:0[2-5]$/)
      .waitFor();

    await maria.send(
      owner,
      { image: (await picture('foto.jpg', '#2f855a')).buffer, caption: 'Este aqui!' },
      { quoted: { key: got.key, message: got.message } },
    );
    const answer = hers.bubble('Este aqui!');
    await answer.locator('img').first().waitFor();
    await until('the picture', () =>
      answer
        .locator('img')
        .first()
        .evaluate((img) => (img as HTMLImageElement).naturalWidth > 0),
    );
    expect(await answer.locator('[data-quote]').textContent()).toContain('Temos sim!');

    await hers.action('resolve').click();
    await hers.pane.waitFor({ state: 'detached' });
    await hers.row('Maria Souza').waitFor({ state: 'detached' });
    await hers.tab('closed-tab');
    await hers.pane.page().mouse.move(1200, 500);
    await hers.row('Maria Souza').locator('[data-action="reopen"]').click();
    await hers.action('resolve').waitFor();
    await hasFocus(hers.field);
    await hers.tab('assigned');
    await reads(hers.count('assigned'), '1');
    const scope = await fixture.scope();
    const ticket = await scope.db.query.tickets.findFirst({ where: eq(tickets.id, 1) });
    expect(ticket?.status).toBe('open');
    expect(network.errors).toEqual([]);
  });

  check(
    '34 two accept at once: one has it, the other sees a message',
    async ({ network, owner, visit, scope }) => {
      const [ana, bia] = [await visit(), await visit()];
      await logIn(ana.page, ANA);
      await logIn(bia.page, BIA);
      const apps = [workspaceOf(ana.page), workspaceOf(bia.page)] as const;
      for (const workspace of apps) await workspace.tab('pending');
      for (const visitor of [ana, bia]) visitor.expectProblems(/status of 409/);
      const joao = network.phone({ number: '5521977776666', name: 'João Prado' });
      await joao.send(owner, { text: 'Bom dia' });
      let release = () => {};
      const both = new Promise<void>((resolve) => {
        release = resolve;
      });
      let waiting = 0;
      for (const { page } of [ana, bia]) {
        await page.route('**/api/tickets/*', async (route) => {
          if (route.request().method() !== 'PUT') return route.continue();
          waiting += 1;
          if (waiting === 2) release();
          await both;
          await route.continue();
        });
      }
      for (const workspace of apps)
        await workspace.row('João Prado').locator('[data-action="accept"]').click();
      const redirect = await Promise.race(
        apps.map(async (workspace) => {
          await workspace
            .toast(/já aceitou este atendimento/)
            .first()
            .waitFor();
          return workspace;
        }),
      );
      const winner = apps.find((workspace) => workspace !== redirect);
      await winner?.field.waitFor();
      await redirect.row('João Prado').waitFor({ state: 'detached' });
      const ticket = await (await scope()).db.query.tickets.findFirst({ where: eq(tickets.id, 2) });
      expect(ticket).toMatchObject({ status: 'open', userId: winner === apps[0] ? 1 : 2 });
    },
  );
});
