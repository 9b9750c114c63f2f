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
        'Oi! Quanto sai o Paraty com o desconto?',
        'Tenho interesse, me passa o valor?',
      ),
      agent(
        'Oi, {nome}! O Itaparica sai por R$ 2.796,50 e o Paraty por R$ 2.116,50. Qual cor você prefere?',
        'Que bom, {nome}! Itaparica por R$ 2.796,50, Paraty por R$ 2.116,50, e no Pix mais 5%.',
      ),
      customer('Em {cor}, por favor', 'Vou passar na loja {dia}', 'Adorei. Entrega {no bairro}?'),
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
      customer(
        'Vocês têm poltrona na promoção?',
        'O desconto vale para mesa?',
        'A promoção vale para poltrona também?',
      ),
      agent(
        'Temos, sim, {nome}: 10% em mesas e poltronas, até sábado.',
        'Para mesas e poltronas são 10%, {nome}, até sábado. Quer ver alguma?',
      ),
      customer('Vou olhar no site e te chamo', 'Que bom, vou aí no sábado', 'Ah, legal. Obrigad{a}'),
    ],
  },
];
export const LEAVING = ['SAIR', 'Sair', 'sair por favor'];
export const YES = ['Sim', 'Pode sim', 'Quero 😍', 'sim por favor', 'Manda'];
export const NO = ['Não, obrigada', 'Agora não', 'nao'];
