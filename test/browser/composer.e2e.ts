import { expect } from 'bun:test';
import { recordSessionState } from '@/modules/connections/connection-sessions.service.ts';
import { customer, leadTo } from './support/customers.ts';
import { picture } from './support/files.ts';
import { give } from './support/give-files.ts';
import { logIn } from './support/people.ts';
import { counts, hasFocus, reads, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

async function openTalk(fixture: Fixture, name: string) {
  const { phone, uuid } = await customer(fixture, { name, of: 'ana' });
  const visitor = await fixture.signIn('ana');
  const { page, context } = visitor;
  await page.goto(`/tickets/${uuid}`);
  const workspace = workspaceOf(page);
  await workspace.field.waitFor();
  return { phone, page, context, workspace, visitor };
}

browserTests('the composer', { line: true }, (check) => {
  check('Enter sends, Shift+Enter breaks, a word being composed is never sent', async (fixture) => {
    const { phone, page, workspace } = await openTalk(fixture, 'Maria Souza');
    await workspace.field.focus();
    await page.keyboard.type('   ');
    await page.keyboard.press('Enter');
    await workspace.field.fill('');
    await page.keyboard.type('uma');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('duas');
    await workspace.field.evaluate((field) => {
      for (const init of [{ isComposing: true }, { keyCode: 229 }])
        field.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }),
        );
    });
    expect(await workspace.field.inputValue()).toBe('uma\nduas');
    await page.keyboard.press('Enter');
    const got = await phone.waitFor(({ text }) => text.includes('duas'));
    expect(got.text).toBe('*Ana:*\numa\nduas');
    expect(phone.received).toHaveLength(1);
    await hasFocus(workspace.field);
  });

  check('the field grows to five rows and scrolls from there', async (fixture) => {
    const { workspace } = await openTalk(fixture, 'Rita Longa');
    const heightOf = async (rows: number) => {
      await workspace.field.fill(Array.from({ length: rows }, (_, row) => `linha ${row + 1}`).join('\n'));
      return workspace.field.evaluate((field) => field.clientHeight);
    };
    const heights: number[] = [];
    for (const rows of [1, 2, 3, 4, 5, 6, 9]) heights.push(await heightOf(rows));
    const [, two = 0, three = 0, , five = 0, six, nine] = heights;
    expect(three).toBeGreaterThan(two);
    expect(five - two).toBe(3 * (three - two));
    expect([six, nine]).toEqual([five, five]);
    await workspace.field.fill('');
  });

  check('text looks as on the phone', async (fixture) => {
    const { page, workspace } = await openTalk(fixture, 'Estilo Novo');
    await workspace.write('*forte* _leve_ ~riscado~ `máquina` <b>nada</b>');
    const bubble = workspace.bubble('forte');
    for (const [tag, text] of [
      ['strong', 'forte'],
      ['em', 'leve'],
      ['del, s', 'riscado'],
      ['code', 'máquina'],
    ] as const)
      await bubble.locator(tag).getByText(text).waitFor();
    expect(await bubble.textContent()).toContain('<b>nada</b>');
    await workspace.bubble('forte').locator('[data-ack="3"]').waitFor();
    await page.locator('[aria-controls="composer-tools"]').click();
    await page.getByRole('button', { name: 'Assinar com o meu nome' }).click();
    await workspace.write('sem nome');
    await workspace.bubble('sem nome').waitFor();
    expect(await workspace.bubble('sem nome').textContent()).not.toContain('Ana:');
  });

  check('pasted and dropped files: captions, order, one taken out', async (fixture) => {
    const { phone, page, workspace } = await openTalk(fixture, 'Anexo Lima');
    await give(page, 'paste', [await picture('colada.jpg', '#2a6fdb')]);
    const tray = page.locator('[data-attachment]');
    await counts(tray, 1);
    await give(page, 'drop', [
      await picture('fora.jpg', '#9b2c2c'),
      await picture('terceira.jpg', '#2f855a'),
      await picture('quarta.jpg', '#b7791f'),
    ]);
    await counts(tray, 4);
    await workspace.field.fill('texto');
    await page.getByRole('button', { name: 'Remover fora.jpg' }).click();
    await counts(tray, 3);
    await hasFocus(workspace.field);
    await workspace.field.fill('');
    for (const [file, caption] of [
      ['colada', 'um'],
      ['terceira', 'dois'],
      ['quarta', 'três'],
    ]) {
      await page.getByRole('button', { name: `${file}.jpg`, exact: true }).click();
      await page.getByRole('textbox', { name: `Legenda de ${file}.jpg` }).fill(caption ?? '');
    }
    await page.keyboard.press('Enter');
    await counts(tray, 0);
    await fixture.network.until(
      () => phone.received.filter(({ type }) => type === 'imageMessage').length === 3,
      60_000,
    );
    expect(phone.received.map(({ text }) => text.split('\n').at(-1))).toEqual(['um', 'dois', 'três']);
    await counts(workspace.pane.locator('[data-image]'), 3);
    await workspace.ticks(workspace.bubble('três'), 3).waitFor();
  });

  check('emoji with search, and those used before', async (fixture) => {
    const { page, workspace } = await openTalk(fixture, 'Emoji Sá');
    const open = page.getByRole('button', { name: 'Emojis' });
    await workspace.field.fill('Oi ');
    await workspace.field.press('End');
    await open.click();
    const picker = page.locator('emoji-picker');
    await picker.getByRole('combobox').fill('coração');
    await picker.getByRole('option').or(picker.getByRole('menuitem')).first().click();
    await until('an emoji in the text', async () =>
      /^Oi \p{Emoji}/u.test(await workspace.field.inputValue()),
    );
    await open.focus();
    await picker.getByRole('combobox').focus();
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });
    await hasFocus(workspace.field);
  });

  check(
    'voice: played before it is sent, discarded, and refused with a message when too short',
    async (fixture) => {
      const { phone, page, workspace } = await openTalk(fixture, 'Voz Rui');
      const recorder = page.locator('[data-recorder]');
      const record = () => workspace.pane.getByRole('button', { name: 'Gravar áudio' }).click();
      const seconds = (count: number) =>
        until(
          `${count} s`,
          async () => Number((await page.getByRole('timer').textContent())?.at(-1)) >= count,
        );
      await record();
      const send = recorder.getByRole('button', { name: 'Enviar', exact: true });
      await hasFocus(send);
      await recorder.getByText('gravando áudio…').waitFor();
      await recorder.getByRole('button', { name: 'Descartar o áudio' }).click();
      await recorder.waitFor({ state: 'detached' });
      await hasFocus(workspace.field);

      await page.evaluate(() => {
        const now = performance.now();
        Object.assign(performance, { now: () => now });
      });
      await record();
      await recorder.getByRole('button', { name: 'Parar e ouvir' }).click();
      await workspace.toast('Áudio muito curto').waitFor();
      await page.evaluate(() => Reflect.deleteProperty(performance, 'now'));
      await recorder.waitFor({ state: 'detached' });

      await record();
      await seconds(1);
      await recorder.getByRole('button', { name: 'Parar e ouvir' }).click();
      const player = recorder.locator('audio');
      await hasFocus(send);
      await player.evaluate((audio) => (audio as HTMLAudioElement).play());
      await send.click();
      const got = await phone.waitFor(({ type }) => type === 'audioMessage', 60_000);
      expect(got.message.audioMessage?.ptt).toBe(true);
      expect(got.message.audioMessage?.mimetype).toMatch(/^audio\/(ogg; codecs=opus|mpeg)$/);
      expect((await phone.download(got)).length).toBeGreaterThan(1000);
      expect(phone.received).toHaveLength(1);
      await workspace.pane.locator('[data-audio]').waitFor();
    },
  );

  check('voice: Back asks before the recording is lost', async (fixture) => {
    const { page, workspace } = await openTalk(fixture, 'Volta Reis');
    const [recorder, address] = [page.locator('[data-recorder]'), page.url()];
    await workspace.pane.getByRole('button', { name: 'Gravar áudio' }).click();
    await recorder.getByText('0:01').waitFor();
    for (const isRetained of [true, false]) {
      await page.goBack();
      await recorder.getByText('Descartar a gravação?').waitFor();
      await recorder.getByRole('button', { name: isRetained ? 'Manter' : 'Descartar' }).click();
      await (isRetained ? recorder.locator('audio').waitFor() : recorder.waitFor({ state: 'detached' }));
      expect(page.url()).toBe(address);
    }
  });

  check('a draft survives another ticket, a reload and a logout; the list marks it', async (fixture) => {
    const other = await customer(fixture, { name: 'Outra Pessoa', of: 'ana' });
    const { page, workspace, visitor } = await openTalk(fixture, 'Rascunho Melo');
    visitor.expectProblems(/status of 401/);
    await workspace.field.fill('estava dizendo');
    await workspace.row('Rascunho Melo').getByText('Rascunho:').waitFor();
    await workspace.row('Outra Pessoa').locator('[data-open]').click();
    await page.waitForURL(`**/${other.uuid}`);
    await until('an empty field', async () => (await workspace.field.inputValue()) === '');
    await page.goBack();
    await until('the draft', async () => (await workspace.field.inputValue()) === 'estava dizendo');
    await page.reload();
    await until('the draft', async () => (await workspace.field.inputValue()) === 'estava dizendo');
    await page.getByRole('button', { name: 'Minha conta' }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.waitForURL('**/login');
    await logIn(page, 'ana@aurora.test');
    await workspace.row('Rascunho Melo').getByText('Rascunho:').waitFor();
    await workspace.open('Rascunho Melo');
    await until('the draft', async () => (await workspace.field.inputValue()) === 'estava dizendo');
    await workspace.write('pronto');
    await counts(workspace.row('Rascunho Melo').getByText('Rascunho:'), 0);
    await page.reload();
    await workspace.field.waitFor();
    await workspace.bubble('pronto').waitFor();
    expect(await workspace.field.inputValue()).toBe('');
  });

  check('without a network: a banner, a clock, and sent once on return', async (fixture) => {
    const { phone, page, context, workspace, visitor } = await openTalk(fixture, 'Longe Campos');
    visitor.expectProblems(/ERR_INTERNET_DISCONNECTED/);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await context.setOffline(true);
    await page.locator('[data-notice=offline]').waitFor();
    await workspace.write('primeira');
    await workspace.write('segunda');
    await workspace.ticks(workspace.bubble('segunda'), 0).waitFor();
    const row = workspace.row('Longe Campos');
    await row.getByText('segunda').waitFor();
    await workspace.ticks(row, 0).waitFor();
    await row.evaluate((element) => {
      const watch = () => {
        if (!element.textContent?.includes('segunda'))
          document.body.dataset.older = element.textContent ?? '';
      };
      new MutationObserver(watch).observe(element, { subtree: true, childList: true, characterData: true });
    });
    expect(phone.received).toHaveLength(0);
    await context.setOffline(false);
    await page.locator('[data-notice=offline]').waitFor({ state: 'detached' });
    await workspace.ticks(workspace.bubble('segunda'), 3).waitFor();
    expect(phone.received.map(({ text }) => text.split('\n').at(-1))).toEqual(['primeira', 'segunda']);
    await workspace.ticks(row, 3).waitFor();
    expect(await page.locator('body').getAttribute('data-older')).toBeNull();
    await counts(workspace.bubble('primeira'), 1);
    await page.reload();
    await workspace.bubble('segunda').waitFor();
    await counts(workspace.bubble('primeira'), 1);
    await reads(
      workspace.row('Longe Campos').locator('time'),
      (await workspace.bubble('segunda').locator('time').textContent()) ?? '',
    );
  });

  check(
    'a connection that is down: shown above the field and in the row, until it is back',
    async (fixture) => {
      const { phone, page, workspace } = await openTalk(fixture, 'Linha Caída');
      const scope = await fixture.scope();
      const setStatus = (status: 'DISCONNECTED' | 'CONNECTED') =>
        recordSessionState(scope, fixture.connectionId, {
          ...{ status, qrcode: '', pairingCode: '', retries: 0, trouble: null },
          number: fixture.owner.number,
        });
      await setStatus('DISCONNECTED');
      const notice = page.locator('[data-notice=line-down]');
      await reads(notice, 'Loja sem conexão: sua mensagem será enviada quando voltar');
      await workspace.row('Linha Caída').locator('[data-line-down]').waitFor();
      await workspace.write('estou aqui');
      await phone.waitFor(({ text }) => text.includes('estou aqui'));
      await setStatus('CONNECTED');
      await notice.waitFor({ state: 'detached' });
      await counts(workspace.row('Linha Caída').locator('[data-line-down]'), 0);
    },
  );

  check('a colleague’s ticket: the field opens after one has chosen how', async (fixture) => {
    await leadTo(fixture, 'Vendas');
    const { phone, uuid } = await customer(fixture, { name: 'Da Bia Ramos', of: 'bia' });
    const looks = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
    const { page } = await fixture.signIn('ana', looks);
    const workspace = workspaceOf(page);
    for (const isTaken of [false, true]) {
      await page.goto(`/tickets/${uuid}`);
      const strip = page.locator('[data-notice=colleague]');
      await strip.getByText('Com Bia').waitFor();
      expect(await workspace.field.isDisabled()).toBe(true);
      await strip.getByRole('button', { name: isTaken ? 'Assumir' : 'Responder assim mesmo' }).click();
      await hasFocus(workspace.field);
      await strip.waitFor({ state: 'detached' });
      await workspace.write(`resposta ${isTaken}`);
      await phone.waitFor(({ text }) => text.includes(`resposta ${isTaken}`));
    }
    await page.reload();
    await workspace.field.waitFor();
    await counts(page.locator('[data-notice]'), 0);
  });
});
