import type { Profile } from '@/core/scope.ts';

export type DemoPerson = { name: string; email: string; profile: Profile; queues: string[] };
export type DemoConnection = {
  name: string;
  /** More than one: the bot asks which. */
  queues: [string, ...string[]];
  isDefault: boolean;
  greetingMessage?: string;
};
export type DemoOption = { title: string; message?: string; options?: DemoOption[] };
export type DemoCompany = {
  name: string;
  /** The first person founds the company; the first company's founder also administers the platform. */
  people: [DemoPerson, ...DemoPerson[]];
  queues: { name: string; color: string; greetingMessage: string; options?: DemoOption[] }[];
  tags: { name: string; color: string; kanban: boolean }[];
  quickMessages: { shortcode: string; message: string }[];
  connections: DemoConnection[];
  /** Undefined: the subscription never ends. */
  endsInDays?: number;
};

export const DEMO_COMPANIES: [DemoCompany, ...DemoCompany[]] = [
  {
    name: 'Aurora',
    people: [
      {
        name: 'Ana',
        email: 'ana@aurora.example',
        profile: 'admin',
        queues: ['Vendas', 'Suporte', 'Financeiro'],
      },
      { name: 'Rui', email: 'rui@aurora.example', profile: 'supervisor', queues: ['Vendas', 'Suporte'] },
      { name: 'Bia', email: 'bia@aurora.example', profile: 'user', queues: ['Vendas'] },
      { name: 'Caio', email: 'caio@aurora.example', profile: 'user', queues: ['Suporte'] },
      {
        name: 'Duda',
        email: 'duda@aurora.example',
        profile: 'user',
        queues: ['Vendas', 'Suporte', 'Financeiro'],
      },
    ],
    queues: [
      { name: 'Vendas', color: '#1F7A1F', greetingMessage: 'Olá! Em que podemos ajudar?' },
      { name: 'Suporte', color: '#1F4E9A', greetingMessage: 'Olá! Conte o que aconteceu.' },
      {
        name: 'Financeiro',
        color: '#6D28D9',
        greetingMessage: '{{ms}}, {{firstName}}! Sobre o que vamos falar?',
        options: [
          {
            title: 'Segunda via do boleto',
            message: 'Como prefere receber?',
            options: [
              { title: 'Por e-mail', message: 'Confirme seu e-mail, por favor: já enviamos.' },
              { title: 'Por aqui mesmo', message: 'Um momento: a Ana envia o boleto nesta conversa.' },
            ],
          },
          { title: 'Nota fiscal', message: 'Diga o número do pedido, por favor.' },
          { title: 'Outro assunto', message: 'Conte em poucas palavras, e já chamamos alguém.' },
        ],
      },
    ],
    tags: [
      { name: 'Orçamento', color: '#B45309', kanban: true },
      { name: 'Pedido feito', color: '#15803D', kanban: true },
      { name: 'Troca', color: '#B91C1C', kanban: true },
      { name: 'Arquitetos', color: '#0F766E', kanban: true },
      { name: 'Cliente antigo', color: '#6D28D9', kanban: false },
      { name: 'Urgente', color: '#BE123C', kanban: false },
    ],
    quickMessages: [
      { shortcode: 'oi', message: '{{ms}}, {{firstName}}! Em que posso ajudar?' },
      {
        shortcode: 'prazo',
        message: 'O prazo de entrega é de 7 a 12 dias úteis. Assim que sair da loja, aviso você por aqui.',
      },
      {
        shortcode: 'pagamento',
        message: 'Aceitamos Pix com 5% de desconto, cartão em até 10x sem juros e boleto à vista.',
      },
      {
        shortcode: 'horario',
        message: 'Atendemos de segunda a sexta das 8h às 18h e aos sábados das 8h ao meio-dia.',
      },
      {
        shortcode: 'garantia',
        message: 'Todos os nossos móveis têm um ano de garantia. Pode me mandar uma foto do que aconteceu?',
      },
      { shortcode: 'obrigado', message: 'Eu que agradeço, {{firstName}}! Qualquer coisa é só chamar.' },
    ],
    connections: [
      { name: 'Aurora Vendas', queues: ['Vendas'], isDefault: true },
      { name: 'Aurora Suporte', queues: ['Suporte'], isDefault: false },
      {
        name: 'Aurora Atendimento',
        queues: ['Vendas', 'Suporte', 'Financeiro'],
        isDefault: false,
        greetingMessage: '{{ms}}, {{firstName}}! Aqui é a Aurora Móveis. Com quem quer falar?',
      },
    ],
  },
  {
    name: 'Boreal',
    endsInDays: 4,
    people: [{ name: 'Davi', email: 'davi@boreal.example', profile: 'admin', queues: ['Geral'] }],
    queues: [{ name: 'Geral', color: '#9A1F1F', greetingMessage: 'Olá! Somos a Boreal.' }],
    tags: [{ name: 'Retorno', color: '#0369A1', kanban: false }],
    quickMessages: [
      { shortcode: 'vagas', message: 'Ainda temos vagas, {{firstName}}! Quer que eu reserve a sua?' },
    ],
    connections: [{ name: 'Boreal', queues: ['Geral'], isDefault: true }],
  },
];

export function listDemoPeople(): (DemoPerson & { company: string })[] {
  return DEMO_COMPANIES.flatMap(({ name: company, people }) =>
    people.map((person) => ({ ...person, company })),
  );
}
