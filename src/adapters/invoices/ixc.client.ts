import { z } from 'zod';
import { baseOf } from '../../core/security/base-url.ts';
import { ask, askJson, jsonOf, type Reach } from '../responders/call-service.client.ts';
import { digitsOf, type Invoice, type InvoiceSystem, MAX_INVOICES, pdfOf } from './invoice-system.port.ts';

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? ''));
const listOf = <S extends z.ZodType>(row: S) => z.looseObject({ registros: z.array(row).default([]) });
const People = listOf(z.looseObject({ id: text, razao: text, cnpj_cpf: text }));
const Bills = listOf(
  z.looseObject({ id: text, valor: text, data_vencimento: text, linha_digitavel: text, status: text }),
);
const Contracts = listOf(z.looseObject({ id: text, status: text, status_internet: text }));
const Pix = z
  .looseObject({ pix: z.looseObject({ qrCode: z.looseObject({ qrcode: text }).partial() }).partial() })
  .partial();
const Trusted = z.looseObject({ tipo: text, codigo: text });

const MAX_PDF = 4 * 1024 * 1024;
const LATE = ['FA', 'CA', 'CM'];
const ALREADY_OPEN = '107';

/** IXC Provedor, webservice v1: tables are read by POST with the header `ixcsoft: listar`. */
export function createIxc(settings: {
  address: string;
  token: string;
  shown(document: string): string;
}): InvoiceSystem {
  const headers = { Authorization: `Basic ${Buffer.from(settings.token).toString('base64')}` };
  const url = (path: string) => `${baseOf(settings.address)}/webservice/v1/${path}`;

  function list<S extends z.ZodType>(
    reach: Reach,
    table: string,
    column: string,
    query: string,
    shape: S,
    more = {},
  ) {
    const json = {
      qtype: `${table}.${column}`,
      query,
      oper: '=',
      page: '1',
      rp: '20',
      sortname: `${table}.id`,
      sortorder: 'asc',
      ...more,
    };
    return askJson(
      reach,
      { url: url(table), method: 'POST', headers: { ...headers, ixcsoft: 'listar' }, json },
      shape,
    );
  }

  async function person(reach: Reach, document: string) {
    // IXC stores documents as typed, mostly with punctuation.
    for (const typed of [settings.shown(document), document]) {
      const { registros } = await list(reach, 'cliente', 'cnpj_cpf', typed, People);
      const found = registros.find(({ cnpj_cpf }) => digitsOf(cnpj_cpf) === document);
      if (found) return found;
    }
    return undefined;
  }

  async function pixOf(reach: Reach, id: string): Promise<string> {
    const reply = await ask(reach, {
      url: url('get_pix'),
      method: 'POST',
      headers,
      json: { id_areceber: id },
    });
    const parsed = reply.status === 200 ? Pix.safeParse(jsonOf(reply.text)) : undefined;
    return parsed?.data?.pix?.qrCode?.qrcode ?? '';
  }

  async function fileOf(reach: Reach, id: string): Promise<Uint8Array | null> {
    const json = {
      boletos: id,
      juro: 'N',
      multa: 'N',
      atualiza_boleto: 'N',
      tipo_boleto: 'arquivo',
      base64: 'S',
    };
    const reply = await ask(reach, {
      url: url('get_boleto'),
      method: 'POST',
      headers,
      json,
      maxBytes: MAX_PDF,
    });
    return reply.status === 200 ? pdfOf(reply.text) : null;
  }

  return {
    async find(reach, document) {
      const found = await person(reach, document);
      if (!found) return undefined;
      const isOpen = JSON.stringify([{ TB: 'fn_areceber.status', OP: '=', P: 'A' }]);
      const order = { sortname: 'fn_areceber.data_vencimento', grid_param: isOpen };
      const { registros } = await list(reach, 'fn_areceber', 'id_cliente', found.id, Bills, order);
      const invoices: Invoice[] = [];
      for (const bill of registros.filter(({ status }) => status === 'A').slice(0, MAX_INVOICES)) {
        const pdf = await fileOf(reach, bill.id);
        const pix = await pixOf(reach, bill.id);
        invoices.push({
          value: bill.valor,
          dueDate: bill.data_vencimento,
          line: bill.linha_digitavel,
          pix,
          pdf,
        });
      }
      return { name: found.razao, invoices };
    },
    async trust(reach, document) {
      const found = await person(reach, document);
      if (!found) return undefined;
      const { registros } = await list(reach, 'cliente_contrato', 'id_cliente', found.id, Contracts);
      const late = registros.find(
        ({ status, status_internet }) => status === 'A' && LATE.includes(status_internet),
      );
      if (!late) return false;
      const question = { url: url('desbloqueio_confianca'), method: 'POST', headers, json: { id: late.id } };
      const { tipo, codigo } = await askJson(reach, question, Trusted);
      return tipo === 'sucesso' || codigo === ALREADY_OPEN;
    },
  };
}
