import type { Recurrence } from '@/modules/companies/recurrence.schema.ts';

export type Client = {
  name: string;
  email: string;
  phone: string;
  plan: 'Essencial' | 'Profissional' | 'Empresa' | 'Parceiro';
  recurrence: Recurrence;
  joinedDaysAgo: number;
  /** The first period's end; without payment the last one, too. */
  firstDueDaysAgo: number;
  /** How long before the end it pays; undefined: it does not. */
  paysDaysBefore?: number;
  /** When its administrator was last signed in. */
  seenHoursAgo: number;
  state?: 'blocked' | 'trial';
  /** A WhatsApp number with a few conversations. */
  line?: string;
};

/** The resale's customers. With Boreal they are twelve. */
export const CLIENTS: Client[] = [
  {
    ...{ name: 'Padaria Pão da Vila', email: 'contato@paodavila.example', phone: '11 3862-4410' },
    ...{
      plan: 'Essencial',
      recurrence: 'MENSAL',
      joinedDaysAgo: 58,
      firstDueDaysAgo: 48,
      seenHoursAgo: 3,
      paysDaysBefore: 3,
    },
    line: 'Pão da Vila',
  },
  {
    ...{ name: 'Clínica Sorriso Vivo', email: 'recepcao@sorrisovivo.example', phone: '19 3254-7781' },
    ...{
      plan: 'Profissional',
      recurrence: 'MENSAL',
      joinedDaysAgo: 54,
      firstDueDaysAgo: 39,
      seenHoursAgo: 5,
      paysDaysBefore: 5,
    },
    line: 'Sorriso Vivo',
  },
  {
    ...{ name: 'Pet Center Amigo Fiel', email: 'loja@amigofiel.example', phone: '21 2567-9034' },
    ...{
      plan: 'Profissional',
      recurrence: 'MENSAL',
      joinedDaysAgo: 57,
      firstDueDaysAgo: 52,
      seenHoursAgo: 2,
      paysDaysBefore: 1,
    },
    line: 'Amigo Fiel',
  },
  {
    ...{ name: 'Auto Mecânica Irmãos Prado', email: 'oficina@irmaosprado.example', phone: '16 3623-1198' },
    ...{ plan: 'Essencial', recurrence: 'MENSAL', joinedDaysAgo: 36, firstDueDaysAgo: 6, seenHoursAgo: 190 },
  },
  {
    ...{ name: 'Academia Corpo em Ação', email: 'gerencia@corpoemacao.example', phone: '31 3221-5507' },
    ...{
      plan: 'Profissional',
      recurrence: 'TRIMESTRAL',
      joinedDaysAgo: 49,
      firstDueDaysAgo: 40,
      seenHoursAgo: 20,
      paysDaysBefore: 2,
    },
  },
  {
    ...{ name: 'Escola de Idiomas Horizonte', email: 'secretaria@horizonte.example', phone: '41 3018-2266' },
    ...{
      plan: 'Empresa',
      recurrence: 'ANUAL',
      joinedDaysAgo: 55,
      firstDueDaysAgo: 45,
      seenHoursAgo: 26,
      paysDaysBefore: 7,
    },
  },
  {
    ...{ name: 'Imobiliária Casa Certa', email: 'atendimento@casacerta.example', phone: '51 3330-8745' },
    ...{
      plan: 'Empresa',
      recurrence: 'MENSAL',
      joinedDaysAgo: 51,
      firstDueDaysAgo: 43,
      seenHoursAgo: 7,
      paysDaysBefore: 4,
    },
  },
  {
    ...{ name: 'Ótica Boa Visão', email: 'vendas@oticaboavisao.example', phone: '85 3244-6612' },
    ...{
      plan: 'Essencial',
      recurrence: 'MENSAL',
      joinedDaysAgo: 56,
      firstDueDaysAgo: 26,
      seenHoursAgo: 300,
      state: 'blocked',
    },
  },
  {
    ...{ name: 'Farmácia Santa Luzia', email: 'balcao@santaluzia.example', phone: '81 3465-3320' },
    ...{
      plan: 'Profissional',
      recurrence: 'MENSAL',
      joinedDaysAgo: 47,
      firstDueDaysAgo: 29,
      seenHoursAgo: 1,
      paysDaysBefore: 0,
    },
  },
  {
    ...{
      name: 'Floricultura Jardim de Helena',
      email: 'helena@jardimdehelena.example',
      phone: '48 3028-9153',
    },
    ...{
      plan: 'Profissional',
      recurrence: 'MENSAL',
      joinedDaysAgo: 4,
      firstDueDaysAgo: -3,
      seenHoursAgo: 6,
      state: 'trial',
    },
  },
  {
    ...{ name: 'Instituto Mãos Dadas', email: 'projetos@maosdadas.example', phone: '61 3349-7028' },
    ...{ plan: 'Parceiro', recurrence: 'MENSAL', joinedDaysAgo: 33, firstDueDaysAgo: 5, seenHoursAgo: 70 },
  },
];

const NO_LIMIT = { campaigns: 0, schedules: 0, storageGb: 0, messagesPerMinute: 0, sockets: 0, exports: 0 };
export const PLANS = [
  { ...NO_LIMIT, name: 'Profissional', users: 10, connections: 5, queues: 10, value: 149.9 },
  {
    ...NO_LIMIT,
    name: 'Essencial',
    users: 3,
    connections: 1,
    queues: 3,
    value: 79.9,
    useOpenAi: false,
    useIntegrations: false,
  },
  { ...NO_LIMIT, name: 'Empresa', users: 40, connections: 15, queues: 40, value: 349.9, storageGb: 50 },
  {
    ...NO_LIMIT,
    name: 'Parceiro',
    users: 3,
    connections: 1,
    queues: 3,
    value: 0,
    useCampaigns: false,
    useInternal: false,
  },
];

export const ANNOUNCEMENTS = [
  {
    daysAgo: 40,
    priority: 3,
    title: 'Respostas rápidas com variáveis',
    text: 'Agora as respostas rápidas aceitam o nome do cliente, a saudação do horário e o número do atendimento. Digite / na conversa para experimentar.',
  },
  {
    daysAgo: 19,
    priority: 2,
    title: 'Feriados nacionais com um clique',
    text: 'Em Configurações → Horários há uma sugestão com os feriados do ano. Nesses dias o robô responde com a mensagem de fora do expediente.',
  },
  {
    daysAgo: 2,
    priority: 1,
    title: 'Manutenção no domingo, das 3h às 4h',
    text: 'O atendimento pela web fica fora do ar por alguns minutos. Nenhuma mensagem se perde: o que os clientes escreverem chega assim que voltarmos.',
  },
] as const;

export const HELPS = [
  [
    'Primeiros passos',
    'Conectar um número, criar as filas e convidar a equipe: vinte minutos do começo ao primeiro atendimento.',
  ],
  [
    'O robô e o menu de cada fila',
    'Como montar opções dentro de opções e testar o menu ao lado do celular de exemplo.',
  ],
  [
    'Campanhas sem perder o número',
    'Intervalos, limite por dia, aquecimento e o que fazer quando alguém responde SAIR.',
  ],
  [
    'Kanban: etiquetas que viram colunas',
    'Cada etiqueta marcada como Kanban é uma coluna; arraste os cartões ou use o teclado.',
  ],
  ['Segunda via e pagamento', 'Onde ver as faturas, pagar por Pix e mudar de plano.'],
] as const;
