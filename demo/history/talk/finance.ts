import { agent, customer, document, note, photo, type Topic } from './lines.ts';

export const FINANCE: Topic[] = [
  {
    queue: 'Financeiro',
    weight: 4,
    lines: [
      customer(
        'Preciso da segunda via do boleto do pedido {pedido}',
        'Oi, o boleto venceu ontem. Consegue gerar outro?',
        'Não recebi o boleto deste mês',
      ),
      agent(
        'Claro, {nome}! Vou gerar com vencimento para {dia}, sem juros.',
        'Oi, {nome}. Já estou emitindo.',
      ),
      document('Boleto Aurora.pdf', 'Segue o boleto atualizado.', 'Aqui está, {nome}.'),
      customer('Obrigad{a}!', 'Pago ainda hoje', 'Recebi, valeu'),
    ],
  },
  {
    queue: 'Financeiro',
    weight: 3,
    lines: [
      customer(
        'A nota fiscal do pedido {pedido} não chegou no meu e-mail',
        '{Saudação}, preciso da nota em nome da empresa',
        'Vocês conseguem reenviar a nota fiscal?',
      ),
      agent('Consigo, sim. Qual é o e-mail, {nome}?', 'Oi, {nome}! Me passa o CNPJ e o e-mail, por favor?'),
      customer('{email}', 'É {email}, por favor'),
      document('Nota fiscal.pdf', 'Reenviei e já mando por aqui também.', 'Pronto, {nome}: segue a nota.'),
      customer('Chegou agora, obrigad{a}!', 'Perfeito, obrigad{a}'),
    ],
  },
  {
    queue: 'Financeiro',
    weight: 2,
    lines: [
      customer('Paguei duas vezes sem querer 😩', 'O valor do estorno ainda não caiu'),
      photo('receipt', 'Olha os dois comprovantes', 'Segue o comprovante'),
      agent(
        'Calma, {nome}, isso se resolve. O estorno sai em até dois dias úteis.',
        'Já localizei, {nome}. Estornado hoje.',
      ),
      note('Estorno lançado, conferir na sexta.', 'Banco confirma em dois dias úteis.'),
      customer('Ai, que alívio. Obrigad{a}', 'Ok, vou acompanhar'),
    ],
  },
  {
    queue: 'Financeiro',
    weight: 2,
    lines: [
      customer(
        'Dá pra dividir em mais vezes?',
        'Vocês parcelam o boleto?',
        'Posso trocar o cartão da compra?',
      ),
      agent('No cartão são até 10x sem juros, {nome}.', 'Boleto só à vista, mas no cartão vai até 10x.'),
      customer('Então faz em {parcelas}x', 'Entendi, obrigad{a}', 'Vou usar o cartão do meu marido'),
      agent('Feito! Mandei o novo link no seu e-mail.', 'Perfeito. Qualquer coisa estamos por aqui.'),
    ],
  },
];
