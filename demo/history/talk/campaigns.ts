import { agent, customer, type Topic } from './lines.ts';

export const ANNIVERSARY =
  'Oi, {nome}! A Aurora faz aniversário e o presente é seu: 12% em toda a loja até sábado. 🎉 Para não receber mais, responda SAIR.';
export const SOFA_WEEK =
  'Oi, {nome}! Começou a Semana do Sofá: Itaparica e Paraty com 15% e entrega grátis na capital. Quer que eu reserve o seu? Para não receber mais, responda SAIR.';
export const SERRA_QUESTION =
  'Oi, {nome}! Chegou a linha Serra, em madeira maciça. Posso te mandar o catálogo? (sim ou não)';
export const SERRA =
  'Aqui está, {nome}: mesa extensível Serra a partir de R$ 3.450,00, em carvalho ou freijó. No showroom da Augusta dá para ver de perto. 😊';
export const PARTNERS =
  'Olá, {nome}! Na quinta-feira o showroom abre só para arquitetos e designers, com café às 9h. Confirma a sua presença?';

/** Answers to a campaign: the customer begins after the campaign's own message. */
export const ANSWERS: Topic[] = [
  {
    queue: 'Vendas',
    tags: ['Orçamento'],
    weight: 4,
    lines: [
      customer(
        'Quero sim! Quanto fica o Itaparica?',
        'Oi! Vale para o Paraty também?',
        'Tenho interesse, me passa o valor?',
      ),
      agent(
        'Oi, {nome}! Com o desconto sai por R$ 2.796,50, e no Pix ainda tem mais 5%.',
        'Vale, sim, {nome}! E a entrega é grátis na capital. Qual cor você prefere?',
      ),
      customer('Em {cor}, por favor', 'Vou passar na loja {dia}', 'Adorei. Entrega no {bairro}?'),
      agent(
        'Perfeito! Deixei reservado no seu nome até {dia}.',
        'Entregamos, sim! Mando o orçamento já, já.',
      ),
      customer('Obrigad{a}!', 'Fechado 😊', 'Show, aguardo'),
    ],
  },
  {
    queue: 'Vendas',
    weight: 2,
    lines: [
      customer('Vocês têm poltrona na promoção?', 'O desconto vale para mesa?', 'Até que dia vai?'),
      agent(
        'Vai até sábado, {nome}! E as poltronas entram com 10%.',
        'Para mesas são 10%, {nome}. Quer ver alguma?',
      ),
      customer('Vou olhar no site e te chamo', 'Que bom, vou aí no sábado', 'Ah, legal. Obrigad{a}'),
    ],
  },
];
export const LEAVING = ['SAIR', 'Sair', 'sair por favor'];
export const YES = ['Sim', 'Pode sim', 'Quero 😍', 'sim por favor', 'Manda'];
export const NO = ['Não, obrigada', 'Agora não', 'nao'];
