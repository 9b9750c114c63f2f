import { makePdf, renderPicture } from '@demo/seed/samples.ts';
import type { Scope } from '@/core/scope.ts';
import { createLink } from '@/modules/click-to-chat/click-to-chat.service.ts';
import { updateConnection } from '@/modules/connections/connections.service.ts';
import { createFileList } from '@/modules/file-lists/file-lists.service.ts';
import { PromptInput } from '@/modules/prompts/prompts.schema.ts';
import { createPrompt } from '@/modules/prompts/prompts.service.ts';
import { IntegrationInput } from '@/modules/queue-integrations/queue-integrations.schema.ts';
import { createIntegration } from '@/modules/queue-integrations/queue-integrations.service.ts';
import { createQuickMessage } from '@/modules/quick-messages/quick-messages.service.ts';
import { changeCompanyHours } from '@/modules/settings/company-hours.service.ts';
import { addSuggested, suggestHolidays } from '@/modules/settings/holidays.service.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { WEEKDAYS } from '@/schemas/service-hours.schema.ts';
import type { Team } from '../team.ts';
import { DAY, HOUR, MINUTE } from '../time.ts';
import type { Timeline } from '../timeline.ts';

const ANA = 'ana@aurora.example';
const SITE = 'https://assistente.aurora.example';

/** The administrator sets the company up during its first two days, and its hours last: in the past no day is closed. */
export function planOffice(timeline: Timeline, team: Team, start: number, now: Date): void {
  const at = (day: number, hour: number) => start + day * DAY + hour * HOUR;
  const byAna = (moment: number, act: (scope: Scope) => Promise<unknown>) => timeline.plan(moment, ANA, act);
  byAna(at(0, 9), (scope) => changeSetting(scope, { key: 'userRating', value: 'enabled' }));
  byAna(at(0, 9) + 2 * MINUTE, (scope) =>
    changeSetting(scope, { key: 'sendMsgTransfTicket', value: 'enabled' }),
  );
  for (const connectionId of Object.values(team.connections)) {
    const transfer = { transferQueueId: team.queues.Vendas ?? null, timeToTransfer: 10 };
    byAna(at(0, 9) + 10 * MINUTE, (scope) =>
      updateConnection(scope, { connectionId, ...TEXTS, ...transfer }),
    );
  }
  byAna(now.getTime() - MINUTE, openAroundTheClock);
  byAna(at(0, 10), async (scope) => {
    const days = (await suggestHolidays(scope)).map(({ day }) => day);
    await addSuggested(scope, { days });
  });
  byAna(at(0, 11), (scope) => addFileList(scope, CATALOGUE));
  byAna(at(0, 11) + 9 * MINUTE, (scope) => addFileList(scope, CARE));
  for (const [index, link] of LINKS.entries()) {
    const { line, ...input } = link;
    byAna(at(1, 9) + index * 4 * MINUTE, (scope) =>
      createLink(scope, {
        ...input,
        connectionId: team.connections[line] ?? 0,
        color: '#1F7A1F',
        side: 'right',
      }),
    );
  }
  byAna(at(1, 10), (scope) =>
    createPrompt(
      scope,
      PromptInput.parse({
        name: 'Dúvidas fora do horário',
        prompt: PROMPT,
        facts: FACTS,
        baseUrl: `${SITE}/v1`,
        apiKey: 'chave-de-demonstracao',
        model: 'gpt-4.1-mini',
        queueId: team.queues.Vendas,
        maxMessages: 20,
        maxTokens: 400,
        temperature: 0.4,
      }),
    ),
  );
  byAna(at(1, 11), (scope) =>
    createIntegration(
      scope,
      IntegrationInput.parse({
        type: 'n8n',
        name: 'Consulta de pedidos',
        urlN8N: `${SITE}/webhook/pedidos`,
        fallbackQueueId: team.queues.Suporte,
      }),
    ),
  );
  for (const [email, shortcode, message] of OWN_QUICK_MESSAGES) {
    timeline.plan(at(2, 9), email, (scope) => createQuickMessage(scope, { shortcode, message }));
  }
}

async function addFileList(scope: Scope, { name, message, files }: typeof CATALOGUE): Promise<void> {
  const options = [];
  for (const { caption, fileName, lines } of files) {
    const bytes = lines ? makePdf(lines) : await renderPicture('sofa');
    const mime = lines ? 'application/pdf' : 'image/jpeg';
    const { key } = await scope.kernel.storage.save(scope.companyId, bytes, lines ? 'pdf' : 'jpg');
    options.push({ name: caption, file: { key, name: fileName, mime } });
  }
  await createFileList(scope, { name, message, options });
}

export async function openAroundTheClock(scope: Scope): Promise<void> {
  await changeSetting(scope, { key: 'scheduleType', value: 'company' });
  await changeCompanyHours(scope, { companyId: scope.companyId, hours: AROUND_THE_CLOCK });
}

const AROUND_THE_CLOCK = WEEKDAYS.map((day) => ({
  ...day,
  ...{ startTime: '00:00', endTime: '23:59', startTimeB: '', endTimeB: '' },
}));

const TEXTS = {
  ratingMessage: 'Como foi o nosso atendimento?',
  outOfHoursMessage:
    'Agora estamos fechados. Deixe a sua mensagem: respondemos no próximo dia útil, a partir das 8h.',
  complationMessage: 'Obrigado por falar com a Aurora! Quando precisar, é só chamar.',
};

const LINKS = [
  {
    source: 'instagram',
    line: 'Aurora Vendas',
    text: 'Oi! Vim pelo Instagram e quero saber mais.',
    label: '',
  },
  {
    source: 'site',
    line: 'Aurora Atendimento',
    text: 'Olá! Estou no site da Aurora.',
    label: 'Fale com a Aurora',
  },
  { source: 'vitrine-augusta', line: 'Aurora Vendas', text: 'Vi na vitrine da Augusta: ', label: '' },
];

const PROMPT =
  'Você atende pelo WhatsApp da Aurora Móveis e Decoração, em São Paulo. Responda em português, em no máximo três frases, com simpatia e sem inventar preço nem prazo. Se a pessoa quiser comprar, trocar ou reclamar, passe para a equipe.';
const FACTS =
  'Loja: Rua Augusta, 1500. Segunda a sexta das 8h às 18h, sábado das 8h às 12h.\nEntrega grátis na capital, de 7 a 12 dias úteis. Montagem incluída.\nPix com 5% de desconto; cartão em até 10x sem juros. Garantia de um ano.';

const OWN_QUICK_MESSAGES = [
  [
    'bia@aurora.example',
    'bia',
    'Oi, {{firstName}}! Aqui é a Bia, da Aurora. Vi a sua mensagem e já te ajudo. 😊',
  ],
  [
    'bia@aurora.example',
    'medidas',
    'Me manda a largura da parede e uma foto? Assim já confiro se cabe certinho.',
  ],
  [
    'caio@aurora.example',
    'transportadora',
    'Estou falando com a transportadora agora e já volto com a resposta.',
  ],
  ['duda@aurora.example', 'boleto', 'Segue o boleto atualizado. A compensação leva até dois dias úteis.'],
] as const;

type ListedFile = { caption: string; fileName: string; lines?: string[] };
const CATALOGUE: { name: string; message: string; files: ListedFile[] } = {
  name: 'Catálogo de salas',
  message: 'Aqui está o nosso catálogo de salas, {{firstName}}:',
  files: [
    {
      caption: 'Catálogo de salas',
      fileName: 'Catálogo de salas.pdf',
      lines: [
        'Aurora Móveis e Decoração',
        'Catálogo de salas',
        '',
        'Sofá Itaparica - R$ 3.290,00',
        'Rack Ipê - R$ 1.390,00',
      ],
    },
    { caption: 'O Itaparica no showroom', fileName: 'itaparica.jpg' },
  ],
};
const CARE: typeof CATALOGUE = {
  name: 'Garantia e cuidados',
  message: 'Guarde com a nota fiscal, {{firstName}}:',
  files: [
    {
      caption: 'Termo de garantia',
      fileName: 'Termo de garantia.pdf',
      lines: ['Aurora Móveis e Decoração', 'Termo de garantia', '', 'Um ano para estrutura e ferragens.'],
    },
    {
      caption: 'Como cuidar da madeira e do tecido',
      fileName: 'Cuidados.pdf',
      lines: [
        'Aurora Móveis e Decoração',
        'Cuidados',
        '',
        'Pano úmido e sabão neutro.',
        'Longe do sol direto.',
      ],
    },
  ],
};
