import type { Profile } from '@/kernel/scope.ts';

export type DemoPerson = { name: string; email: string; profile: Profile; queues: string[] };
export type DemoConnection = { name: string; queue: string; isDefault: boolean };
export type DemoCompany = {
  name: string;
  /** The first one founds the company; of the first company he also runs the platform. */
  people: [DemoPerson, ...DemoPerson[]];
  queues: { name: string; color: string; greetingMessage: string }[];
  tags: { name: string; color: string; kanban: boolean }[];
  connections: DemoConnection[];
};

/** Who works in the demo. Names of queues and connections are what conversations refer to. */
export const DEMO_COMPANIES: [DemoCompany, ...DemoCompany[]] = [
  {
    name: 'Aurora',
    people: [
      { name: 'Ana', email: 'ana@aurora.example', profile: 'admin', queues: ['Vendas', 'Suporte'] },
      { name: 'Rui', email: 'rui@aurora.example', profile: 'supervisor', queues: ['Vendas', 'Suporte'] },
      { name: 'Bia', email: 'bia@aurora.example', profile: 'user', queues: ['Vendas'] },
      { name: 'Caio', email: 'caio@aurora.example', profile: 'user', queues: ['Suporte'] },
    ],
    queues: [
      { name: 'Vendas', color: '#1F7A1F', greetingMessage: 'Olá! Em que podemos ajudar?' },
      { name: 'Suporte', color: '#1F4E9A', greetingMessage: 'Olá! Conte o que aconteceu.' },
    ],
    tags: [
      { name: 'Orçamento', color: '#B45309', kanban: true },
      { name: 'Pedido feito', color: '#15803D', kanban: true },
      { name: 'Troca', color: '#B91C1C', kanban: true },
      { name: 'Cliente antigo', color: '#6D28D9', kanban: false },
      { name: 'Urgente', color: '#BE123C', kanban: false },
    ],
    connections: [
      { name: 'Aurora Vendas', queue: 'Vendas', isDefault: true },
      { name: 'Aurora Suporte', queue: 'Suporte', isDefault: false },
    ],
  },
  {
    name: 'Boreal',
    people: [{ name: 'Davi', email: 'davi@boreal.example', profile: 'admin', queues: ['Geral'] }],
    queues: [{ name: 'Geral', color: '#9A1F1F', greetingMessage: 'Olá! Somos a Boreal.' }],
    tags: [{ name: 'Retorno', color: '#0369A1', kanban: false }],
    connections: [{ name: 'Boreal', queue: 'Geral', isDefault: true }],
  },
];

/** Everybody who can sign in, with his company. */
export function listDemoPeople(): (DemoPerson & { company: string })[] {
  return DEMO_COMPANIES.flatMap(({ name: company, people }) =>
    people.map((person) => ({ ...person, company })),
  );
}
