import { expect } from 'bun:test';
import { contacts, tags } from '@db/tenant/schema/index.ts';
import { searchable } from '@/core/db/search.ts';
import { brokenText } from './support/axe.ts';
import { LANGUAGES } from './support/words.ts';
import { counts, hasEntries, isAlive } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

function cutTabs(segments: Element): string[] {
  for (const count of segments.querySelectorAll('[data-count]')) count.textContent = '128';
  const names = [...segments.querySelectorAll('.truncate')];
  return names.flatMap((one) => (one.scrollWidth > one.clientWidth ? (one.textContent ?? '') : []));
}

browserTests('lists and the fields of forms', {}, (check) => {
  check(
    'on a phone the first row is near the top, rows are 64 px, and the button to add is above them',
    async (fixture) => {
      const scope = await fixture.scope();
      await scope.write(async (tx) => {
        for (const name of ['Garantia', 'Um nome que é bem mais comprido do que a tela'])
          await tx.db.insert(tags).values({ name, searchName: searchable(name), color: '#1F7A1F' });
      });
      const { page } = await fixture.signIn('ana', { viewport: { width: 360, height: 740 } });
      for (const path of ['/tags', '/contacts', '/quick-messages', '/audit/tickets', '/audit']) {
        await page.goto(path);
        const table = await page.locator('tbody').boundingBox();
        expect([path, (table?.y ?? 999) < 210]).toEqual([path, true]);
      }
      await page.goto('/tags');
      for (const row of await page.locator('#tag-rows tr[data-key]').all())
        expect((await row.boundingBox())?.height).toBeCloseTo(64, 0);
      const add = page.getByRole('button', { name: 'Adicionar tag' });
      const [first, size] = [
        await page.locator('#tag-rows tr[data-key]').first().boundingBox(),
        await add.boundingBox(),
      ];
      expect([size?.width, size?.height]).toEqual([44, 44]);
      expect((size?.y ?? 999) + 44).toBeLessThan(first?.y ?? 0);
    },
  );

  check(
    'many filters wait on a phone behind one button, which counts those that are set',
    async (fixture) => {
      const { page } = await fixture.signIn('ana', { viewport: { width: 360, height: 740 } });
      await page.goto('/audit');
      const opener = page.getByRole('button', { name: 'Filtrar' });
      const kind = page.locator('[name="kind"]');
      expect(await kind.isVisible()).toBe(false);
      await opener.click();
      await kind.selectOption({ label: 'Acessos' });
      await page.getByRole('button', { name: 'Ver resultados' }).click();
      await opener.getByText('1').waitFor();
      expect(await kind.isVisible()).toBe(false);
      expect(new URL(page.url()).searchParams.get('kind')).toBe('session');
      await opener.click();
      await hasEntries(page, 1);
      await page.goBack();
      await kind.waitFor({ state: 'hidden' });
      expect(new URL(page.url()).search).toContain('kind=session');
      await page.setViewportSize({ width: 1440, height: 900 });
      expect([await kind.isVisible(), await opener.isVisible()]).toEqual([true, false]);
    },
  );

  check('on a phone the actions of a list stand with their words behind one button', async (fixture) => {
    const { page } = await fixture.signIn('ana');
    await page.setViewportSize({ width: 360, height: 740 });
    for (const [path, ...names] of [
      ['/connections', 'Reiniciar conexões'],
      ['/contacts', 'Exportar', 'Importar'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.getByRole('button', { name: names[0] }).isVisible()).toBe(false);
      await page.locator('.list-actions').getByRole('button', { name: 'Ações' }).click();
      for (const name of names) {
        const action = page.getByRole('button', { name });
        await action.waitFor();
        expect(await action.evaluate((one) => getComputedStyle(one, '::after').content)).toBe(`"${name}"`);
      }
      await page.keyboard.press('Escape');
    }
  });

  check('the tabs of the tickets are read whole, with counts of three digits', async (fixture) => {
    const { page, context } = await fixture.signIn('ana', {
      viewport: { width: 768, height: 1024 },
      hasTouch: true,
    });
    const found: string[] = [];
    for (const language of LANGUAGES) {
      await context.addCookies([{ name: 'lang', value: language, url: fixture.url }]);
      for (const path of [
        '/tickets',
        '/tickets?status=pending',
        '/tickets?status=closed',
        '/tickets?snoozed=true',
      ]) {
        await page.goto(path);
        await isAlive(page, 'ticket-list');
        for (const width of [360, 768, 1024, 1280, 1440]) {
          await page.setViewportSize({ width, height: 1024 });
          const cut = await page.locator('.segments').evaluate(cutTabs);
          found.push(...cut.map((tab) => `${language} ${path} ${width}: ${tab}`));
        }
      }
    }
    expect(found).toEqual([]);
  });

  check('two days stay beside each other, and an e-mail address breaks before its @', async (fixture) => {
    const scope = await fixture.scope();
    const email = 'adriana.figueiredo@exemplo.com.br';
    const adriana = { name: 'Adriana Figueiredo', searchName: 'adriana figueiredo', number: '5511971023815' };
    await scope.write((tx) => tx.db.insert(contacts).values({ ...adriana, email }));
    const { page } = await fixture.signIn('ana', { viewport: { width: 1280, height: 900 } });
    for (const path of ['/audit', '/audit/tickets', '/contacts']) {
      await page.goto(path);
      const days = await page.locator('.list-tools [type=date]').all();
      const tops = await Promise.all(days.map(async (day) => (await day.boundingBox())?.y));
      expect([path, tops.length, new Set(tops).size]).toEqual([path, 2, 1]);
    }
    await page.getByText(adriana.name).waitFor();
    expect(await brokenText(page, 'contacts')).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    const [title, add, tools] = await Promise.all(
      ['.page-title', '.list-add', '.list-tools'].map((part) => page.locator(part).boundingBox()),
    );
    const isBeside = Math.abs((title?.y ?? 0) - (add?.y ?? 0)) < (add?.height ?? 0);
    const isBelow = (tools?.y ?? 0) > (add?.y ?? 0) + (add?.height ?? 0);
    expect({ isBeside, isBelow }).toEqual({ isBeside: true, isBelow: true });
  });

  check('a search is taken away by its own button, and the list is whole again', async ({ signIn }) => {
    const { page } = await signIn('ana');
    await page.goto('/tags');
    const rows = page.locator('#tag-rows tr[data-key]');
    const clear = page.getByRole('button', { name: 'Limpar' });
    await counts(rows, 2);
    expect(await clear.isVisible()).toBe(false);
    await page.getByRole('searchbox').fill('garantia');
    await counts(rows, 1);
    await clear.click();
    await counts(rows, 2);
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    expect(new URL(page.url()).searchParams.get('searchParam') ?? '').toBe('');
    expect(await clear.isVisible()).toBe(false);
  });

  check('a chosen file is named, outlives a refusal, goes along, and can be taken away', async (fixture) => {
    const visitor = await fixture.signIn('ana');
    const { page } = visitor;
    await page.goto('/quick-messages');
    await page.getByRole('button', { name: 'Adicionar resposta rápida' }).click();
    const dialog = page.locator('dialog[open]');
    const dropZone = dialog.locator('.file-drop');
    const file = dialog.getByLabel('Anexo');
    const price = { name: 'tabela.txt', mimeType: 'text/plain', buffer: Buffer.from('R$ 10') };
    await file.setInputFiles([price]);
    await dropZone.getByText('tabela.txt').waitFor();
    await dialog.getByRole('button', { name: 'Remover o arquivo escolhido' }).click();
    await dropZone.getByText('Escolha um arquivo ou solte-o aqui').waitFor();
    await file.setInputFiles([price]);
    await dropZone.getByText('tabela.txt').waitFor();
    visitor.expectProblems(/status of 422/);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    await dropZone.getByText('tabela.txt').waitFor();
    await dialog.getByLabel('Atalho').fill('preço');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    const row = page.locator('#quick-message-rows tr[data-key]');
    await row.getByText('tabela.txt').waitFor();
    await until('the window is gone', async () => (await dialog.count()) === 0);
  });
});
