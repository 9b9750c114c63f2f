import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { recordSessionState } from './connection-sessions.service.ts';
import { CONNECTION_STATUSES, type ConnectionStatus } from './connections.schema.ts';
import { AURORA, BOREAL, type ConnectionsFixture, openApp } from './connections-fixture.test-support.ts';

let fixture: ConnectionsFixture;
beforeEach(async () => {
  fixture = await openApp();
});
afterEach(() => fixture.close());

const rows = async (who: 'ana' | 'bia' | 'rui') =>
  (await fixture.ask(fixture[who], 'GET', '/connections', { partial: true })).text();

const events = (reply: Response) => JSON.parse(reply.headers.get('HX-Trigger') ?? '{}');

describe('connections table', () => {
  test('shows number, state, reason, last update and default', async () => {
    await fixture.addConnection(AURORA, {
      name: 'Loja',
      isDefault: true,
      status: 'DISCONNECTED',
      trouble: 'logged_out',
      number: '5511999990000',
      updatedAt: new Date('2026-03-05T17:07:00Z'),
    });
    const html = await rows('ana');
    for (const text of [
      'Loja',
      '+55 (11) 99999-0000',
      'Desconectado',
      'A conexão foi removida no celular',
      '05/03/26 14:07',
      '>Padrão</span>',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).not.toContain('Nova tentativa');
  });

  test('pairing by number is not required beside the QR code', async () => {
    const id = await fixture.addConnection(AURORA, { name: 'Loja', status: 'qrcode', qrcode: '2@first' });
    const path = `/connections/${id}/qrcode`;
    const html = await (await fixture.ask(fixture.ana, 'GET', path, { partial: true })).text();
    const field = /<input[^>]*name="number"[^>]*>/.exec(html)?.[0];
    expect(field).toBeDefined();
    expect(field).not.toContain('required');
  });

  test('announces an automatic retry', async () => {
    await fixture.addConnection(AURORA, { name: 'Loja', status: 'TIMEOUT', trouble: 'network' });
    expect(await rows('ana')).toContain('Verifique a internet do servidor. Nova tentativa em instantes.');
  });

  const BUTTONS: Record<ConnectionStatus, string[]> = {
    qrcode: ['QR code'],
    DISCONNECTED: ['Tentar de novo', 'Novo QR code'],
    CONNECTED: ['Desconectar'],
    PAIRING: ['Desconectar'],
    TIMEOUT: ['Desconectar'],
    OPENING: ['Conectando'],
  };
  for (const status of CONNECTION_STATUSES) {
    test(`${status} offers ${BUTTONS[status].join(' and ')}`, async () => {
      await fixture.addConnection(AURORA, { name: 'Loja', status });
      const html = await rows('ana');
      const session = /data-label="Sessão"[^>]*>(.*?)<\/td>/s.exec(html)?.[1] ?? '';
      const labels = [...session.matchAll(/<button[^>]*>(.*?)<\/button>/gs)].map(([, inside]) =>
        inside?.replace(/<[^>]*>/g, ''),
      );
      expect(labels).toEqual(BUTTONS[status]);
      expect(/<button[^>]* disabled/.test(session)).toBe(status === 'OPENING');
    });
  }

  test('offers to show a pending pairing code again', async () => {
    await fixture.addConnection(AURORA, { name: 'Loja', status: 'PAIRING', pairingCode: 'ABCD1234' });
    const html = await rows('ana');
    expect(html).toContain('Ver código');
    expect(html).toContain('Desconectar');
  });

  test('is read-only and without codes for agents and supervisors', async () => {
    await fixture.addConnection(AURORA, { name: 'Loja', status: 'qrcode', qrcode: '2@secret' });
    for (const who of ['bia', 'rui'] as const) {
      const html = await rows(who);
      expect(html).toContain('Loja');
      expect(html).toContain('Aguardando a leitura do QR code');
      expect(html).not.toMatch(/<button|2@secret|hx-(post|put|delete)/);
    }
  });

  test('escapes a hostile name', async () => {
    const name = '<img src=x onerror=alert(1)>"\'';
    const id = await fixture.addConnection(AURORA, { name, isDefault: true });
    const pages = [await rows('ana')];
    for (const path of ['edit', 'delete', 'disconnect', 'qrcode']) {
      pages.push(
        await (await fixture.ask(fixture.ana, 'GET', `/connections/${id}/${path}`, { partial: true })).text(),
      );
    }
    for (const html of pages) {
      expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;');
      expect(html).not.toContain('<img');
    }
  });

  test('suggests what to do when empty', async () => {
    expect(await rows('ana')).toContain('Adicione o WhatsApp da sua empresa');
    expect(await rows('bia')).toContain('Peça a um administrador');
  });
});

describe('connection forms', () => {
  test('open the QR code after a connection is created', async () => {
    const form = { name: 'Loja', isDefault: 'false', greetingMessage: 'Olá\r\ntudo bem?' };
    const reply = await fixture.ask(fixture.ana, 'POST', '/connections', { form });
    expect([reply.status, reply.headers.get('HX-Retarget'), reply.headers.get('HX-Reswap')]).toEqual([
      200,
      '#dialogs',
      'beforeend',
    ]);
    expect(events(reply)).toEqual({
      'dialog:close': true,
      'refresh:whatsapp': true,
      toast: { level: 'success', text: 'Conexão adicionada com sucesso.' },
    });
    expect(await reply.text()).toContain('id="connection-qr"');
    expect(fixture.asked).toEqual(['start 1:1']);
    const edit = await (
      await fixture.ask(fixture.ana, 'GET', '/connections/1/edit', { partial: true })
    ).text();
    expect(edit).toContain('Olá\ntudo bem?');
  });

  test('return 422 with values and a message for invalid input', async () => {
    await fixture.addConnection(AURORA, { name: 'Loja', isDefault: true });
    for (const [name, message] of [
      ['', 'Obrigatório'],
      ['A', 'Muito curto!'],
      ['LOJA', 'Já existe uma conexão com este nome.'],
    ] as const) {
      const reply = await fixture.ask(fixture.ana, 'POST', '/connections', {
        form: { name, isDefault: 'true', greetingMessage: 'Boa tarde' },
      });
      const html = await reply.text();
      expect(reply.status).toBe(422);
      expect(html).toContain(message);
      expect(html).toContain(`value="${name}"`);
      expect(html).toContain('Boa tarde');
      expect(html).toContain('checked');
    }
    expect(fixture.asked).toEqual([]);
  });

  test('lock the default switch and keep the default on save', async () => {
    const id = await fixture.addConnection(AURORA, { name: 'Loja', isDefault: true });
    const html = await (
      await fixture.ask(fixture.ana, 'GET', `/connections/${id}/edit`, { partial: true })
    ).text();
    expect(html).toContain('marque outra como padrão');
    const reply = await fixture.ask(fixture.ana, 'PUT', `/connections/${id}`, {
      form: { name: 'Centro', greetingMessage: '' },
    });
    expect([reply.status, events(reply).toast]).toEqual([
      204,
      { level: 'success', text: 'Conexão atualizada com sucesso.' },
    ]);
    expect(await rows('ana')).toContain('>Padrão</span>');
  });

  test('answer session buttons with the next step', async () => {
    await fixture.addConnection(AURORA, { name: 'Loja', isDefault: true, status: 'CONNECTED' });
    const restart = await fixture.ask(fixture.ana, 'POST', '/connections/restart');
    expect([restart.status, events(restart)]).toEqual([
      204,
      {
        'dialog:close': true,
        toast: { level: 'warning', text: 'Por favor, aguarde: as conexões estão sendo reiniciadas.' },
      },
    ]);
    expect((await fixture.ask(fixture.ana, 'POST', '/connections/1/session')).status).toBe(204);
    expect(await (await fixture.ask(fixture.ana, 'PUT', '/connections/1/session')).text()).toContain(
      'id="connection-qr"',
    );
    expect(events(await fixture.ask(fixture.ana, 'DELETE', '/connections/1/session')).toast.text).toBe(
      'WhatsApp desconectado.',
    );
    expect(events(await fixture.ask(fixture.ana, 'DELETE', '/connections/1')).toast.text).toBe(
      'Conexão excluída com sucesso.',
    );
    expect(fixture.asked).toEqual([
      'start 1:1',
      'start 1:1',
      'renew 1:1',
      'logout 1:1',
      'logout 1:1',
      'stop 1:1',
    ]);
  });

  test('show no dialog and change nothing for agents and other companies', async () => {
    await fixture.addConnection(BOREAL, { name: 'Norte', isDefault: true });
    const own = await fixture.addConnection(AURORA, { name: 'Loja', isDefault: true, status: 'CONNECTED' });
    await fixture.addConnection(BOREAL, { name: 'Sul' });
    const reads = ['edit', 'delete', 'disconnect', 'qrcode', 'pairing'].map((path) => ['GET', path] as const);
    const writes = [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', 'session'],
      ['PUT', 'session'],
      ['DELETE', 'session'],
      ['POST', 'pairing-code'],
    ] as const;
    const form = { name: 'Minha', number: '5511999990000' };
    for (const [method, path] of [...reads, ...writes]) {
      const ask = (who: 'ana' | 'bia', id: number) =>
        fixture.ask(fixture[who], method, `/connections/${id}/${path}`, {
          partial: true,
          form: method === 'GET' ? undefined : form,
        });
      expect([method, path, (await ask('bia', own)).status]).toEqual([method, path, 403]);
      expect([method, path, (await ask('ana', 2)).status]).toEqual([
        method,
        path,
        path === 'pairing' ? 204 : 404,
      ]);
    }
    expect((await fixture.ask(fixture.bia, 'GET', '/connections/new', { partial: true })).status).toBe(403);
    for (const method of ['GET', 'POST'] as const)
      expect((await fixture.ask(fixture.bia, method, '/connections/restart')).status).toBe(403);
    expect(fixture.asked).toEqual([]);
  });
});

describe('pairing dialog', () => {
  const session = { qrcode: '', pairingCode: '', retries: 0, trouble: null, number: null };
  const pairing = async () => fixture.ask(fixture.ana, 'GET', '/connections/1/pairing', { partial: true });

  test('follows the session from code to connected and closes itself', async () => {
    const id = await fixture.addConnection(AURORA, { name: 'Loja', isDefault: true, status: 'OPENING' });
    const scope = await fixture.system(AURORA);
    expect(await (await pairing()).text()).toContain('Preparando o código');
    await recordSessionState(scope, id, { ...session, status: 'qrcode', qrcode: '2@first' });
    const first = await (await pairing()).text();
    await recordSessionState(scope, id, { ...session, status: 'qrcode', qrcode: '2@second' });
    const second = await (await pairing()).text();
    expect(first).toMatch(/<svg role="img" aria-label="QR code para ler[^>]*>.*<path d="M0 0h7v1H0z/s);
    expect(second).not.toBe(first);
    expect(first).not.toContain('2@first');
    await recordSessionState(scope, id, { ...session, status: 'DISCONNECTED', trouble: 'qr_expired' });
    const ended = await (await pairing()).text();
    expect(ended).toContain('O QR code venceu');
    expect(ended).toContain('hx-put="/connections/1/session"');
    await recordSessionState(scope, id, { ...session, status: 'CONNECTED' });
    const open = await pairing();
    expect([open.status, events(open)['dialog:close'], events(open).toast.text]).toEqual([
      204,
      true,
      'WhatsApp conectado.',
    ]);
  });

  test('shows the pairing code in two copyable groups', async () => {
    await fixture.addConnection(AURORA, { name: 'Loja', status: 'PAIRING', pairingCode: 'ABCD1234' });
    const reply = await fixture.ask(fixture.ana, 'POST', '/connections/1/pairing-code', {
      form: { number: '+55 11 99999-0000' },
    });
    const html = await reply.text();
    expect([reply.status, fixture.asked]).toEqual([200, ['pair 5511999990000 1:1']]);
    expect(html).toContain('>ABCD-1234</output>');
    expect(html).toContain('data-copy="ABCD-1234"');
    expect(html).toContain('value="+5511999990000"');
  });

  test('shows an invalid number with a message from validation or WhatsApp', async () => {
    await fixture.addConnection(AURORA, { name: 'Loja', status: 'qrcode', qrcode: '2@first' });
    for (const number of ['+55 ', '99900000000']) {
      const reply = await fixture.ask(fixture.ana, 'POST', '/connections/1/pairing-code', {
        form: { number },
      });
      const html = await reply.text();
      expect(reply.status).toBe(422);
      expect(html).toContain('Informe o número com o código do país');
      expect(html).toContain(`value="${number}"`);
      expect(html).toContain('<svg role="img"');
    }
  });
});
