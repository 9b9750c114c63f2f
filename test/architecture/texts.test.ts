import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '@/core/i18n.ts';
import { ROOT } from './sources.ts';

type Locale = (typeof LOCALES)[number];

const texts = Object.fromEntries(LOCALES.map((locale) => [locale, read(locale)])) as Record<
  Locale,
  Record<string, string>
>;

describe('Spanish says usted', () => {
  const PERSONAL = words(
    'tú tu tus te ti contigo tuyo tuya tuyos tuyas eres estás tienes tenías tendrás puedes podrás podrías quieres debes sabes necesitas vas haces dices habías buscas pierdes participas',
  );
  /** Preterite: elegiste, olvidaste. */
  const PRETERITE = /(?<!\p{L})(?!existe|consiste|insiste|persiste|triste)\p{L}{2,}(?:aste|iste)(?!\p{L})/iu;
  const ENCLITIC = words(
    'inténtalo hazlo escríbelo elígelo elígela cópialo pégalo guárdalo guárdala guárdalos déjalo déjala suéltalo suéltalos ajústalos revísalo revísalos ábrelo ábrela actívalo actívala desactívalo desactívala úsalo úsala pídelo pídeselo envíalo agrégalo bórralo quítalo créalo ponlo ponle dale dile compártelo regístrate suscríbete únete',
  );
  const IMPERATIVE = words(
    'escribe elige añade agrega abre usa revisa prueba guarda pega borra quita envía espera pide crea adjunta activa desactiva conecta define indica completa confirma selecciona escanea lee toca apunta marca desmarca vuelve intenta busca mira consulta arrastra entra sube descarga cambia responde invita habla avisa deja libera reduce genera recarga corrige vincula comprueba empieza comienza haz pon sal ten di',
    /(?:^|[.!?¿¡\n]\s*)/u,
  );
  /** These begin with a noun, an adjective or what a thing does. */
  const OTHER_BEGINNINGS = [
    'audit:field.confirmation',
    'backOffice:company.status',
    'backOffice:state.active',
    'billing:planLater',
    'billing:planNow',
    'campaignSettings:optOut.replyHint',
    'campaigns:test.sent',
    'connections:integrationHint',
    'connections:responder.promptHint',
    'dashboard:csv.wait',
    'dashboard:figureTime.wait',
    'dashboard:figureTime.waiting',
    'dashboard:times.wait',
    'dashboard:waitingSince',
    'mail:mail.test.kind',
    'messageApi:extra.userId',
    'messageApi:try.title',
    'prompts:pane.trial',
    'queueIntegrations:isSignedHint',
    'queueIntegrations:uses.connections',
    'queueIntegrations:uses.queues',
    'queues:integrationHint',
    'queues:responder.promptHint',
    'quickMessages:active',
    'rules:active',
    'rules:try.title',
    'settings:key.scheduleType.hint',
    'settings:key.sendGreetingMessageOneQueues.hint',
    'simulator:habit.isLively',
    'simulator:habit.reads',
    'simulator:habitHint.reads',
    'simulator:new.line',
    'webhooks:text',
  ];

  test('has no form of tú', () => {
    expect(keysOf('es', (text) => [PERSONAL, PRETERITE, ENCLITIC].some((form) => form.test(text)))).toEqual(
      [],
    );
  });

  test('has no imperative of tú', () => {
    expect(keysOf('es', (text) => IMPERATIVE.test(text))).toEqual(OTHER_BEGINNINGS);
  });
});

describe('Portuguese', () => {
  /** Quoted by the specification. */
  const VERBATIM = ['prompts:ERR_PROMPT_QUEUEID_INVALID'];

  test('says fila, situação and criptografar', () => {
    const rejected = /(?<!\p{L})(?:setor(?:es)?|status)(?!\p{L})|cifr/iu;
    expect(keysOf('pt', (text) => rejected.test(text))).toEqual(VERBATIM);
  });

  test('says você', () => {
    const tu = words('tu te ti contigo teu teus tua tuas');
    expect(keysOf('pt', (text) => tu.test(text))).toEqual([]);
  });
});

for (const locale of LOCALES) {
  test(`${locale}: a number and its noun agree`, () => {
    const plural = /_(?:one|many|other)$/;
    const alone = Object.entries(texts[locale]).filter(([key]) => !plural.test(key));
    const bracketed = alone.filter(([, text]) => /\p{L}\((?:s|es|is|ies|n)\)/u.test(text));
    const counted = alone.filter(([, text]) => text.includes('{{count}}'));
    expect(bracketed.map(([key]) => key)).toEqual([]);
    // Each names the noun elsewhere: "Posição 3 de 7", "Empresas: 2".
    expect(counted.map(([key]) => key).sort()).toEqual([
      'campaignSettings:limits.text',
      'campaignSettings:limits.warmUpHint',
      'companies:ERR_PLAN_IN_USE',
      'fileLists:moved',
      'kanban:announcement.dropped',
      'kanban:announcement.grabbed',
      'kanban:announcement.over',
      'queues:moved',
    ]);
    const nouns =
      /\{\{(?!most|limit)\w+\}\} (?:mensa|empresa|arquivo|archivo|diferen|usu[aá]rio|conex|fila|cola|n[uú]mero|linha|contat|contact|pessoa|persona|atendimento|ticket|compan|messages|files|users|rows|people)/u;
    expect(alone.filter(([, text]) => nouns.test(text)).map(([key]) => key)).toEqual([]);
  });
}

describe('no text stays in another language', () => {
  /** Names, and words that both languages write alike. */
  const ALIKE = words(
    'access api asaas audio backup backups boa bucket chat chatbot chats client code d dialogflow efí endpoint general h id item ixc kanban link logo m maria masp mercado min mk-auth msg n8n no offline online pago pix plan post prompt prompts qr secret silva slug sticker supervisor tag tags tarde ticket tickets token tokens typebot url video webhook webhooks whatsapp',
  );
  const foreign = (a: Locale, b: Locale) =>
    Object.entries(texts[a])
      .filter(([key, text]) => texts[b][key] === text)
      .filter(([, text]) =>
        (withoutPlaceholders(text).match(/[\p{L}\d-]*\p{L}[\p{L}\d-]*/gu) ?? []).some(
          (word) => !ALIKE.test(word),
        ),
      )
      .map(([key]) => key);

  test('in English', () => {
    expect(foreign('pt', 'en')).toEqual([]);
    expect(foreign('es', 'en')).toEqual([]);
  });

  test('in Portuguese or Spanish', () => {
    // Short texts are often alike: "Editar", "Nombre" is not.
    const long = Object.entries(texts.pt).filter(
      ([key, text]) => texts.es[key] === text && withoutPlaceholders(text).trim().split(/\s+/).length >= 4,
    );
    expect(long.map(([key]) => key)).toEqual(['contacts:import.preview', 'simulator:code.label']);
    expect(
      keysOf('es', (text) =>
        /[ãõç]|(?<!\p{L})(?:não|você|uma|são|aos|mais)(?!\p{L})/iu.test(text.replaceAll('Balcão', '')),
      ),
    ).toEqual([]);
    expect(
      keysOf('pt', (text) => /[ñ¿¡]|(?<![\p{L}-])(?:usted|los|las|una|su|sus|según)(?!\p{L})/iu.test(text)),
    ).toEqual([]);
  });

  test('Spanish questions and exclamations open', () => {
    const open = (text: string, sign: RegExp) => (text.match(sign) ?? []).length;
    const wrong = keysOf(
      'es',
      (text) => open(text, /\?/g) !== open(text, /¿/g) || open(text, /!/g) !== open(text, /¡/g),
    );
    expect(wrong).toEqual([]);
  });
});

/** Matches whole words of a list, after `before` where given. */
function words(list: string, before = /(?<!\p{L})/u): RegExp {
  return new RegExp(`${before.source}(?:${list.split(' ').join('|')})(?!\\p{L})`, 'iu');
}

function keysOf(locale: Locale, isWrong: (text: string) => boolean): string[] {
  return Object.entries(texts[locale])
    .filter(([, text]) => isWrong(withoutPlaceholders(text)))
    .map(([key]) => key)
    .sort();
}

function withoutPlaceholders(text: string): string {
  return text.replace(/\{\{\w+\}\}/g, '');
}

function read(locale: Locale): Record<string, string> {
  const walk = (value: unknown, path: string): [string, string][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => walk(inner, path === '' ? key : `${path}.${key}`))
      : [[path, String(value)]];
  const folder = join(ROOT, 'locales', locale);
  return Object.fromEntries(
    readdirSync(folder).flatMap((file) =>
      walk(JSON.parse(readFileSync(join(folder, file), 'utf8')), '').map(([key, text]) => [
        `${file.replace(/\.json$/, '')}:${key}`,
        text,
      ]),
    ),
  );
}
