import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { companies, logos, platformSettings } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { PNG } from '@test/support/fixtures.ts';
import { emailOf, PASSWORD, type PersonName, setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { cleanSvg } from './clean-svg.logic.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';
const ICO = new Uint8Array([0, 0, 1, 0, 1, 0, 16, 16, 0, 0]);

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'ana');
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await testApp.kernel.platform.write(async (tx) => {
    await tx.delete(logos);
    await tx.delete(platformSettings);
  });
});

async function send(who: PersonName, ref: string, file?: Uint8Array<ArrayBuffer> | string, name = 'x.png') {
  const form = new FormData();
  if (file !== undefined) form.set('file', new File([file], name));
  const path = `/settings/media-upload?ref=${ref}`;
  return (await testApp.as(who)).upload<{ mensagem?: string; error?: string }>(path, form);
}
const html = async (who: PersonName | undefined, path: string) =>
  (await (await testApp.as(who)).raw(path, { headers: { Accept: 'text/html' } })).text();
const change = async (who: PersonName, name: string, color: string) =>
  (await testApp.as(who)).part('PUT', '/settings/look', { name, color });

const setActive = (company: 'boreal', status: boolean) =>
  testApp.kernel.platform.write((tx) =>
    tx.update(companies).set({ status }).where(eq(companies.id, testApp.people.companyId[company])),
  );

describe('logo', () => {
  test('may be PNG, ICO or SVG by content and is public', async () => {
    for (const [file, mime] of [
      [PNG, 'image/png'],
      [ICO, 'image/x-icon'],
      [SVG, 'image/svg+xml'],
    ] as const) {
      expect((await send('ana', 'login', file)).body).toEqual({ mensagem: 'Arquivo Anexado' });
      const stranger = await testApp.as();
      const reply = await stranger.raw('/public/logotipos/login.png');
      expect({ status: reply.status, type: reply.headers.get('Content-Type') }).toEqual({
        status: 200,
        type: mime,
      });
      expect(reply.headers.get('Content-Security-Policy')).toContain('sandbox');
    }
    const [row] = await testApp.kernel.platform.db.select().from(logos);
    expect(await html(undefined, '/login')).toContain(`/public/${row?.mediaPath}`);
  });

  const bad: [file: Uint8Array<ArrayBuffer> | string | undefined, ref: string, error: string][] = [
    [undefined, 'login', 'Escolha um arquivo!'],
    [PNG, 'outro', 'Escolha um destino!'],
    [PNG, '../login', 'Escolha um destino!'],
    ['GIF89a…', 'login', 'Use somente arquivos em formato PNG, ICO ou SVG!'],
    ['<html><svg', 'login', 'Use somente arquivos em formato PNG, ICO ou SVG!'],
  ];
  for (const [file, ref, error] of bad)
    test(`is rejected: ${error} (${String(file).slice(0, 9)} for ${ref})`, async () => {
      const reply = await send('ana', ref, file);
      expect({ status: reply.status, error: reply.body.error }).toEqual({ status: 400, error });
    });

  test('can be changed by super administrators only, others are redirected home', async () => {
    for (const who of ['rui', 'bia', 'davi'] as const)
      expect((await send(who, 'login', PNG)).body.error).toBe('ERR_NO_SUPER');
    const reply = await (await testApp.as('rui')).raw('/settings/look', { headers: { Accept: 'text/html' } });
    expect([reply.status, reply.headers.get('Location')]).toEqual([302, '/']);
    expect(reply.headers.get('Set-Cookie')).toContain('noPermission');
  });

  test('falls back to the default icon', async () => {
    const reply = await (await testApp.as()).raw('/public/logotipos/interno.png', { redirect: 'manual' });
    expect(reply.headers.get('Location')).toBe('/icons/app.png');
  });
});

describe('SVG cleaning', () => {
  const hostile: [name: string, svg: string, gone: RegExp][] = [
    ['script', '<svg><script>alert(1)</script><path d="M0"/></svg>', /script|alert/],
    ['event', '<svg onload="alert(1)"><path d="M0" OnClick="x()"/></svg>', /onload|onclick/i],
    ['foreign text', '<svg><foreignObject><body>x</body></foreignObject><g/></svg>', /foreign|body/i],
    ['link', '<svg><a href="javascript:alert(1)"><path d="M0"/></a></svg>', /javascript|<a/],
    ['address', '<svg><use href="https://evil.test/x#a"/><image href="//evil.test/i"/></svg>', /evil/],
    [
      'style',
      '<svg><style>@import url(//evil.test)</style><path style="fill:url(http://evil.test)"/></svg>',
      /evil/,
    ],
    ['entity', '<!DOCTYPE svg [<!ENTITY x "y">]><svg><text>&x;</text></svg>', /ENTITY|DOCTYPE/],
    ['animation', '<svg><set attributeName="href" to="javascript:alert(1)"/><g/></svg>', /javascript|<set/],
  ];
  for (const [name, svg, gone] of hostile)
    test(`removes its ${name}`, async () => {
      const clean = await cleanSvg(svg);
      expect(clean).not.toMatch(gone);
      expect(clean).toMatch(/^<svg.*<\/svg>/);
    });

  test('preserves shapes and styles and rejects other text', async () => {
    const rendered =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><defs><linearGradient id="a"><stop offset="0"></stop></linearGradient></defs><style>.b{fill:url(#a)}</style><path class="b" d="M0 0h8"></path></svg>';
    expect(await cleanSvg(rendered)).toBe(rendered);
    expect(await cleanSvg('no picture')).toBeUndefined();
  });

  test('takes time proportional to the length', async () => {
    const started = process.cpuUsage();
    for (const part of ['<g>', '<a href="', '<style>', '&x;', '<!--', 'url('])
      await cleanSvg(`<svg>${part.repeat(100_000)}`);
    expect(process.cpuUsage(started).user).toBeLessThan(30_000_000);
  });
});

describe('name and colour', () => {
  test('the support contact is where people without access look for it', async () => {
    const browser = await testApp.as('ana');
    const body = { name: '', color: '', support: 'WhatsApp (11) 4002-8922 <Ajuda>' };
    await browser.part('PUT', '/settings/look', body);
    expect(await html(undefined, '/login')).toContain('Suporte: WhatsApp (11) 4002-8922 &lt;Ajuda&gt;');
    const davi = await testApp.as('davi');
    await setActive('boreal', false);
    const blocked = await davi.page('/tags');
    const login = await davi.page('/login');
    const refused = await (await testApp.as()).raw('/login', {
      method: 'POST',
      headers: { Accept: 'text/html' },
      body: new URLSearchParams({ email: emailOf('davi'), password: PASSWORD }),
    });
    for (const text of [login.text, await refused.text()])
      expect(text).toMatch(/desativada. Fale com o suporte. Suporte: WhatsApp \(11\) 4002-8922/);
    await setActive('boreal', true);
    expect([blocked.status, blocked.text.includes('Suporte: WhatsApp (11) 4002-8922')]).toEqual([403, true]);
    const tooLong = await browser.part('PUT', '/settings/look', { ...body, support: 'x'.repeat(121) });
    expect([tooLong.status, tooLong.text.includes('x'.repeat(121))]).toEqual([422, true]);
    await browser.part('PUT', '/settings/look', { ...body, support: '' });
    expect(await html(undefined, '/login')).not.toContain('Suporte:');
  });

  test('appear on every page and in the installed app and can be reset', async () => {
    expect((await change('ana', 'Atende Já', '#1d4ed8')).status).toBe(204);
    for (const text of [await html(undefined, '/login'), await html('bia', '/tags')]) {
      expect(text).toContain('· Atende Já</title>');
      expect(text).toContain('--color-primary:#1d4ed8;--color-primary-content:#ffffff');
    }
    // Includes the advertising half of the sign-in page.
    const strange = await html(undefined, '/login');
    expect(strange).toContain('.auth-scene{--scene:#1d4ed8;');
    for (const ours of [
      '--focus:#1d4ed8',
      '--color-accent:#1d4ed8',
      '<rect width="48" height="48" rx="12" fill="#1d4ed8"',
    ])
      expect(strange).toContain(ours);
    expect(strange).not.toContain('fill="#e8590c"');
    const dark = /:root\[data-theme=dark\]\{([^}]*)\}/.exec(strange)?.[1]?.split(';');
    expect(dark?.map((rule) => rule.split(':')[0])).toEqual([
      '--color-accent',
      '--color-accent-content',
      '--focus',
      '--bubble-own',
    ]);
    expect(strange).toContain('© Atende Já.');
    for (const ours of ['Balcão', 'balcão']) expect(strange).not.toContain(ours);
    const manifest = await (await testApp.as()).json<{ name: string; theme_color: string }>(
      'GET',
      '/app.webmanifest',
    );
    expect(manifest.body).toMatchObject({ name: 'Atende Já', theme_color: '#1d4ed8' });
    await change('ana', '', '');
    const text = await html('bia', '/tags');
    expect(text).toContain('· Balcão</title>');
    expect(text).not.toContain('#1d4ed8');
  });

  test('draw the icons of the tab, the installed app, notifications and the page without a network', async () => {
    await change('ana', 'Atende Já', '#1d4ed8');
    const stranger = await testApp.as();
    const leads = async (path: string) =>
      (await stranger.raw(path, { redirect: 'manual' })).headers.get('Location') ?? '';
    const icons = async () =>
      (
        await stranger.json<{ icons: { src: string; sizes: string; type: string }[] }>(
          'GET',
          '/app.webmanifest',
        )
      ).body.icons;
    const generated = await leads('/favicon.ico');
    expect(await icons()).toEqual([{ src: generated, sizes: 'any', type: 'image/svg+xml' }]);
    expect(await leads('/icons/app.png')).toBe(generated);
    const reply = await stranger.raw(generated);
    expect(reply.headers.get('Content-Type')).toContain('image/svg+xml');
    const drawing = await reply.text();
    for (const part of ['fill="#1d4ed8"', '>AJ</text>']) expect(drawing).toContain(part);
    const page = await html(undefined, '/login');
    expect(page).toContain(`rel="icon" href="${generated}"`);
    expect(page).toContain('>AJ</text>');
    expect(page).not.toMatch(/\/icons\/icon|apple-touch/);
    const offline = await html('bia', '/offline');
    for (const part of ['light-dark(#1d4ed8, #fff)', '>AJ</text>']) expect(offline).toContain(part);
    expect(offline).not.toContain('Balcão');
    await change('ana', 'Atende Já', '#15803d');
    expect(await leads('/favicon.ico')).not.toBe(generated);
    await send('ana', 'apple-touch-icon', PNG);
    const [touch] = await icons();
    expect(touch).toMatchObject({ type: 'image/png' });
    expect(await leads('/icons/app.png')).toBe(touch?.src ?? '');
    await change('ana', '', '');
  });

  test('that are unreadable or malformed are rejected', async () => {
    for (const [color, sent] of [
      ['#ffff00', 'clara demais'],
      ['red;}</style><script>', 'Escreva a cor no formato'],
    ] as const) {
      const reply = await change('ana', 'X', color);
      expect(reply.status).toBe(422);
      expect(reply.text).toContain(sent);
    }
    expect((await change('rui', 'X', '')).status).toBe(403);
  });
});
