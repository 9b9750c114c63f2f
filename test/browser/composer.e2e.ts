import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { recordSessionState } from '@/modules/connections/connection-sessions.service.ts';
import { customer, leadTo } from './support/customers.ts';
import { counts, deskOf, hasFocus, reads } from './support/desk.ts';
import { picture } from './support/files.ts';
import { logIn } from './support/people.ts';
import { browserTests, type Stage, until } from './support.ts';

async function openTalk(stage: Stage, name: string) {
  const { phone, uuid } = await customer(stage, { name, of: 'ana' });
  const visitor = await stage.signIn('ana');
  const { page, context } = visitor;
  await page.goto(`/tickets/${uuid}`);
  const desk = deskOf(page);
  await desk.field.waitFor();
  return { phone, page, context, desk, visitor };
}

type BrowserFile = { name: string; mimeType: string; buffer: Buffer };

async function give(page: Page, how: 'paste' | 'drop', files: BrowserFile[]): Promise<void> {
  const plain = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    data: buffer.toString('base64'),
  }));
  await page.locator('[data-pane] textarea').evaluate(
    async (field, { how: by, plain: given }) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, data } of given) {
        const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: mimeType }));
      }
      const init = { bubbles: true, cancelable: true };
      if (by === 'paste') {
        field.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: transfer }));
        return;
      }
      const target = field.closest('[data-pane]') ?? field;
      for (const type of ['dragover', 'drop'])
        target.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: transfer }));
    },
    { how, plain },
  );
}

browserTests('the composer', { line: true }, (check) => {
  check('Enter sends, Shift+Enter breaks, a word being composed is never sent', async (stage) => {
    const { phone, page, desk } = await openTalk(stage, 'Maria Souza');
    await desk.field.focus();
    await page.keyboard.type('   ');
    await page.keyboard.press('Enter');
    await desk.field.fill('');
    await page.keyboard.type('uma');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('duas');
    await desk.field.evaluate((field) => {
      for (const init of [{ isComposing: true }, { keyCode: 229 }])
        field.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }),
        );
    });
    expect(await desk.field.inputValue()).toBe('uma\nduas');
    await page.keyboard.press('Enter');
    const got = await phone.waitFor(({ text }) => text.includes('duas'));
    expect(got.text).toBe('*Ana:*\numa\nduas');
    expect(phone.received).toHaveLength(1);
    await hasFocus(desk.field);
  });

  check('the field grows to five rows and scrolls from there', async (stage) => {
    const { desk } = await openTalk(stage, 'Rita Longa');
    const heightOf = async (rows: number) => {
      await desk.field.fill(Array.from({ length: rows }, (_, row) => `linha ${row + 1}`).join('\n'));
      return desk.field.evaluate((field) => field.clientHeight);
    };
    const heights: number[] = [];
    for (const rows of [1, 2, 3, 4, 5, 6, 9]) heights.push(await heightOf(rows));
    const [, two = 0, three = 0, , five = 0, six, nine] = heights;
    expect(three).toBeGreaterThan(two);
    expect(five - two).toBe(3 * (three - two));
    expect([six, nine]).toEqual([five, five]);
    await desk.field.fill('');
  });

  check('text looks as on the phone', async (stage) => {
    const { page, desk } = await openTalk(stage, 'Estilo Novo');
    await desk.write('*forte* _leve_ ~riscado~ `máquina` <b>nada</b>');
    const bubble = desk.bubble('forte');
    for (const [tag, text] of [
      ['strong', 'forte'],
      ['em', 'leve'],
      ['del, s', 'riscado'],
      ['code', 'máquina'],
    ] as const)
      await bubble.locator(tag).getByText(text).waitFor();
    expect(await bubble.textContent()).toContain('<b>nada</b>');
    await desk.bubble('forte').locator('[data-ack="3"]').waitFor();
    await page.getByRole('button', { name: 'Assinar com o meu nome' }).click();
    await desk.write('sem nome');
    await desk.bubble('sem nome').waitFor();
    expect(await desk.bubble('sem nome').textContent()).not.toContain('Ana:');
  });

  check('pasted and dropped files: captions, order, one taken out', async (stage) => {
    const { phone, page, desk } = await openTalk(stage, 'Anexo Lima');
    await give(page, 'paste', [await picture('colada.jpg', '#2a6fdb')]);
    const tray = page.locator('[data-attachment]');
    await counts(tray, 1);
    await give(page, 'drop', [
      await picture('fora.jpg', '#9b2c2c'),
      await picture('terceira.jpg', '#2f855a'),
      await picture('quarta.jpg', '#b7791f'),
    ]);
    await counts(tray, 4);
    await page.getByRole('button', { name: 'Remover fora.jpg' }).click();
    await counts(tray, 3);
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
    await stage.network.until(
      () => phone.received.filter(({ type }) => type === 'imageMessage').length === 3,
      10_000,
    );
    expect(phone.received.map(({ text }) => text.split('\n').at(-1))).toEqual(['um', 'dois', 'três']);
    await counts(desk.pane.locator('[data-image]'), 3);
    await desk.ticks(desk.bubble('três'), 3).waitFor();
  });

  check('emoji with search, and those used before', async (stage) => {
    const { page, desk } = await openTalk(stage, 'Emoji Sá');
    const open = page.getByRole('button', { name: 'Emojis' });
    await desk.field.fill('Oi ');
    await desk.field.press('End');
    await open.click();
    const picker = page.locator('emoji-picker');
    await picker.getByRole('combobox').fill('coração');
    await picker.getByRole('option').or(picker.getByRole('menuitem')).first().click();
    await until('an emoji in the text', async () => /^Oi \p{Emoji}/u.test(await desk.field.inputValue()));
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });
  });

  check(
    'voice: heard before it is sent, thrown away, and too little is dropped with a word',
    async (stage) => {
      const { phone, page, desk } = await openTalk(stage, 'Voz Rui');
      const recorder = page.locator('[data-recorder]');
      const record = () => desk.pane.getByRole('button', { name: 'Gravar áudio' }).click();
      const seconds = (count: number) =>
        until(
          `${count} s`,
          async () => Number((await page.getByRole('timer').textContent())?.at(-1)) >= count,
        );
      await record();
      await recorder.getByRole('button', { name: 'Descartar o áudio' }).click();
      await recorder.waitFor({ state: 'detached' });

      await page.evaluate(() => {
        const now = performance.now();
        Object.assign(performance, { now: () => now });
      });
      await record();
      await recorder.getByRole('button', { name: 'Parar e ouvir' }).click();
      await desk.toast('Áudio muito curto').waitFor();
      await page.evaluate(() => Reflect.deleteProperty(performance, 'now'));
      await recorder.waitFor({ state: 'detached' });

      await record();
      await seconds(1);
      await recorder.getByRole('button', { name: 'Parar e ouvir' }).click();
      const heard = recorder.locator('audio');
      await heard.evaluate((audio) => (audio as HTMLAudioElement).play());
      await recorder.getByRole('button', { name: 'Enviar', exact: true }).click();
      const got = await phone.waitFor(({ type }) => type === 'audioMessage', 15_000);
      expect(got.message.audioMessage?.ptt).toBe(true);
      expect(got.message.audioMessage?.mimetype).toMatch(/^audio\/(ogg; codecs=opus|mpeg)$/);
      expect((await phone.download(got)).length).toBeGreaterThan(1000);
      expect(phone.received).toHaveLength(1);
      await desk.pane.locator('[data-audio]').waitFor();
    },
  );

  check('voice: Back asks before what was said is lost', async (stage) => {
    const { page, desk } = await openTalk(stage, 'Volta Reis');
    const recorder = page.locator('[data-recorder]');
    const address = page.url();
    await desk.pane.getByRole('button', { name: 'Gravar áudio' }).click();
    await recorder.getByText('0:01').waitFor();
    for (const isKept of [true, false]) {
      await page.goBack();
      await recorder.getByText('Descartar a gravação?').waitFor();
      await recorder.getByRole('button', { name: isKept ? 'Manter' : 'Descartar' }).click();
      await (isKept ? recorder.locator('audio').waitFor() : recorder.waitFor({ state: 'detached' }));
      expect(page.url()).toBe(address);
    }
  });

  check('a draft survives another ticket, a reload and a logout; the list tells it', async (stage) => {
    const other = await customer(stage, { name: 'Outra Pessoa', of: 'ana' });
    const { page, desk } = await openTalk(stage, 'Rascunho Melo');
    await desk.field.fill('estava dizendo');
    await desk.row('Rascunho Melo').getByText('Rascunho:').waitFor();
    await desk.row('Outra Pessoa').locator('[data-open]').click();
    await page.waitForURL(`**/${other.uuid}`);
    await until('an empty field', async () => (await desk.field.inputValue()) === '');
    await page.goBack();
    await until('the draft', async () => (await desk.field.inputValue()) === 'estava dizendo');
    await page.reload();
    await until('the draft', async () => (await desk.field.inputValue()) === 'estava dizendo');
    await page.getByRole('button', { name: 'Minha conta' }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.waitForURL('**/login');
    await logIn(page, 'ana@aurora.test');
    await desk.row('Rascunho Melo').getByText('Rascunho:').waitFor();
    await desk.open('Rascunho Melo');
    await until('the draft', async () => (await desk.field.inputValue()) === 'estava dizendo');
    await desk.write('pronto');
    await counts(desk.row('Rascunho Melo').getByText('Rascunho:'), 0);
    await page.reload();
    await desk.field.waitFor();
    await desk.bubble('pronto').waitFor();
    expect(await desk.field.inputValue()).toBe('');
  });

  check('without a network: a banner, a clock, and sent once on return', async (stage) => {
    const { phone, page, context, desk, visitor } = await openTalk(stage, 'Longe Campos');
    visitor.expectProblems(/ERR_INTERNET_DISCONNECTED/);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await context.setOffline(true);
    await page.locator('[data-notice=offline]').waitFor();
    await desk.write('primeira');
    await desk.write('segunda');
    await desk.ticks(desk.bubble('segunda'), 0).waitFor();
    expect(phone.received).toHaveLength(0);
    await context.setOffline(false);
    await page.locator('[data-notice=offline]').waitFor({ state: 'detached' });
    await desk.ticks(desk.bubble('segunda'), 3).waitFor();
    expect(phone.received.map(({ text }) => text.split('\n').at(-1))).toEqual(['primeira', 'segunda']);
    await counts(desk.bubble('primeira'), 1);
    await page.reload();
    await desk.bubble('segunda').waitFor();
    await counts(desk.bubble('primeira'), 1);
    await reads(
      desk.row('Longe Campos').locator('time'),
      (await desk.bubble('segunda').locator('time').textContent()) ?? '',
    );
  });

  check('a line that is down: told above the field and in the row, until it is back', async (stage) => {
    const { phone, page, desk } = await openTalk(stage, 'Linha Caída');
    const scope = await stage.scope();
    const say = (status: 'DISCONNECTED' | 'CONNECTED') =>
      recordSessionState(scope, stage.connectionId, {
        ...{ status, qrcode: '', pairingCode: '', retries: 0, trouble: null },
        number: stage.owner.number,
      });
    await say('DISCONNECTED');
    const notice = page.locator('[data-notice=line-down]');
    await reads(notice, 'Loja sem conexão: sua mensagem sai quando voltar');
    await desk.row('Linha Caída').locator('[data-line-down]').waitFor();
    await desk.write('estou aqui');
    await phone.waitFor(({ text }) => text.includes('estou aqui'));
    await say('CONNECTED');
    await notice.waitFor({ state: 'detached' });
    await counts(desk.row('Linha Caída').locator('[data-line-down]'), 0);
  });

  check('a colleague’s ticket: the field opens after one has said how', async (stage) => {
    await leadTo(stage, 'Vendas');
    const { phone, uuid } = await customer(stage, { name: 'Da Bia Ramos', of: 'bia' });
    const looks = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
    const { page } = await stage.signIn('ana', looks);
    const desk = deskOf(page);
    for (const isTaken of [false, true]) {
      await page.goto(`/tickets/${uuid}`);
      const strip = page.locator('[data-notice=colleague]');
      await strip.getByText('Com Bia').waitFor();
      expect(await desk.field.isDisabled()).toBe(true);
      await strip.getByRole('button', { name: isTaken ? 'Assumir' : 'Responder assim mesmo' }).click();
      await hasFocus(desk.field);
      await strip.waitFor({ state: 'detached' });
      await desk.write(`resposta ${isTaken}`);
      await phone.waitFor(({ text }) => text.includes(`resposta ${isTaken}`));
    }
    await page.reload();
    await desk.field.waitFor();
    await counts(page.locator('[data-notice]'), 0);
  });
});
