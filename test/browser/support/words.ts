import type { Page } from 'playwright-core';

export const LANGUAGES = ['pt', 'en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

const OWN_TERMS = {
  pt: /\b(Salvar|Excluir|Conexões|Aguardando|Senha|Digite|Olá|Pesquisar|Nenhum)\b/,
  en: /\b(Save|Delete|Connections|Waiting|Password|Hello|Search|Settings)\b/,
  es: /\b(Guardar|Eliminar|Conexiones|Esperando|Contraseña|Hola|Escribe)\b/,
};
/** i18next shows an unknown key as `namespace:key.path`; web addresses must not match. */
const RAW_KEY = /\b[a-z][a-zA-Z]+:[a-zA-Z][a-zA-Z.]+/g;

/** Raw values: variables, codes, numbers and dates as they are stored. */
const RAW = [
  /\{\{\s*\w*\s*\}\}/g,
  /\bERR_[A-Z_]+/g,
  /(?<![\d+./-])\d{10,15}(?![\d./-])/g,
  /\b\d{4}-\d\d-\d\d(T[\d:.]+Z?)?\b/g,
  /\b(undefined|NaN|null|Infinity)\b|\[object \w+\]/g,
];

const FOR_PROGRAMS = '2030-01-31T09:00';

export async function foreignWords(
  page: Page,
  screen: string,
  language: Language,
  fragment?: string,
): Promise<string[]> {
  const content = await textOf(page, fragment);
  const own = content.replaceAll(/Português|English|Español/g, '');
  const foreign = LANGUAGES.filter((other) => other !== language).map((other) => OWN_TERMS[other]);
  const keys = (content.match(RAW_KEY) ?? []).filter((key) => !isAddress(key));
  const raw = RAW.flatMap((pattern) => content.replaceAll(FOR_PROGRAMS, '').match(pattern) ?? []);
  return [...keys, ...raw, ...foreign.flatMap((pattern) => pattern.exec(own)?.[0] ?? [])].map(
    (found) => `${screen}: ${found}`,
  );
}

export function rawNumbers(page: Page, screen: string): Promise<string[]> {
  return page.evaluate((where) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const { nodeValue, parentElement } = texts.currentNode;
      if (parentElement?.closest('script, style, pre, code')) continue;
      for (const [digits] of nodeValue?.matchAll(/(?<!\d)55\d{10,11}(?!\d)/g) ?? [])
        found.push(`${where}: raw ${digits} in ${parentElement?.outerHTML.slice(0, 120)}`);
    }
    return found;
  }, screen);
}

function textOf(page: Page, fragment?: string): Promise<string> {
  return page.evaluate(async (href) => {
    const read = async (from: string) => {
      const reply = await fetch(from, { headers: { Accept: 'text/html' } });
      return new DOMParser().parseFromString(await reply.text(), 'text/html');
    };
    const shown = href === undefined ? document : await read(href);
    const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'data-text-kicked'];
    const named = [...shown.querySelectorAll('*')].flatMap((one) =>
      attributes.map((name) => one.getAttribute(name) ?? ''),
    );
    const texts = shown.createTreeWalker(shown.body, NodeFilter.SHOW_TEXT);
    let body = '';
    while (texts.nextNode())
      if (!texts.currentNode.parentElement?.closest('script, style, textarea, code, pre, [data-variables]'))
        body += `${texts.currentNode.nodeValue}\n`;
    return [shown.title, body, ...named].join('\n');
  }, fragment);
}

const isAddress = (text: string) => /^(https?|mailto|tel|data|blob):/.test(text);
