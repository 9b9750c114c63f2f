import { agent, customer, document, note, photo, type Topic, voice } from './lines.ts';

export const SALES: Topic[] = [
  {
    queue: 'Vendas',
    tags: ['Orçamento'],
    weight: 8,
    lines: [
      customer(
        'Oi, {saudação}! Vi {o produto} no site. Ainda tem?',
        '{Saudação}, tudo bem? Queria saber {do produto}',
        'Olá! Quanto está saindo {o produto}?',
        'Oi! Vocês têm {o produto} na loja pra eu ver?',
      ),
      agent(
        'Oi, {nome}! Aqui é {agente}, da Aurora. Temos sim, {o produto} está por {preco}.',
        'Olá, {nome}, tudo bem? Está disponível, sim! O valor é {preco}, e no Pix tem 5% de desconto.',
        'Oi, {nome}! {O produto} sai por {preco} em até 10x sem juros.',
      ),
      customer('E entrega {no bairro}?', 'Qual o prazo {pra bairro}?', 'O frete {pra bairro} fica quanto?'),
      agent(
        'Entregamos, sim. Para {bairro} são {prazo} dias úteis, sem frete.',
        'Para {bairro} a entrega é grátis, e chega em {prazo} dias úteis.',
      ),
      customer(
        'Vou ver com a minha família e te aviso',
        'Ótimo, vou medir o espaço e já volto',
        'Fechado, vou querer!',
      ),
      agent(
        'Combinado, {nome}! Deixo o orçamento guardado até {dia}.',
        'Perfeito! Qualquer dúvida é só chamar. 😊',
      ),
    ],
  },
  {
    queue: 'Vendas',
    tags: ['Orçamento'],
    weight: 4,
    lines: [
      photo(
        'sofa',
        'Vocês têm esse em {cor}?',
        'Quero um igual a este, mas em {cor}',
        'Esse sofá, sai quanto?',
      ),
      agent(
        'Que foto boa! É o Itaparica, e temos em {cor}, sim.',
        'Oi, {nome}! Esse é o Itaparica. Em {cor} é por encomenda: {prazo} dias úteis.',
      ),
      customer(
        'O tecido é impermeável? Tenho dois gatos 😅',
        'Ele cabe em elevador pequeno?',
        'As capas saem pra lavar?',
      ),
      agent(
        'Pode ficar tranquil{a}, {nome}: o tecido é impermeável, as capas saem com zíper, e ele vem em duas partes.',
        'Líquido não passa, as capas vão na máquina em água fria, e ele vem em duas partes: cabe em qualquer elevador.',
      ),
      customer('Adorei. Faz um orçamento pra mim?', 'Show, pode mandar o orçamento'),
      document(
        'Orçamento Aurora.pdf',
        'Segue o orçamento, {nome}. Vale por sete dias.',
        'Aqui está! Pix com 5% de desconto.',
      ),
      customer('Recebi, obrigad{a}!', 'Recebido 👍', 'Vou olhar com calma, obrigad{a}'),
    ],
  },
  {
    queue: 'Vendas',
    tags: ['Pedido feito'],
    weight: 5,
    lines: [
      customer(
        'Quero fechar {o produto}. Como faço o pagamento?',
        '{Saudação}! Decidimos {pelo produto}. Posso pagar por aqui?',
        'Vou ficar com {o produto} que você me passou',
      ),
      agent(
        'Que ótima notícia, {nome}! Pix, cartão em até 10x ou boleto. Qual prefere?',
        'Maravilha! No Pix fica com 5% de desconto. Mando a chave?',
      ),
      customer('Pix', 'Pode ser Pix', 'Cartão em {parcelas}x', 'Manda o Pix então'),
      agent(
        'Chave Pix: pagamentos@aurora.example. Me manda o comprovante por aqui, por favor.',
        'Segue a chave: pagamentos@aurora.example, Aurora Móveis. Assim que cair eu confirmo.',
      ),
      photo('receipt', 'Pago!', 'Feito, segue o comprovante', 'Prontinho'),
      note(
        'Pagamento conferido, pedido {pedido} liberado para a expedição.',
        'Pedido {pedido}: caiu na conta às 10h.',
      ),
      agent(
        'Recebido! Seu pedido é o {pedido}. Aviso por aqui assim que sair para entrega. 🚚',
        'Confirmado, {nome}. Pedido {pedido}, entrega em {prazo} dias úteis.',
      ),
      customer('Obrigad{a} pelo atendimento!', 'Muito obrigad{a}, {agente}!', 'Valeu demais 🙏'),
    ],
  },
  {
    queue: 'Vendas',
    weight: 3,
    lines: [
      voice(),
      agent(
        'Oi, {nome}! Ouvi aqui: é a de madeira clara, não é? Temos em {madeira}.',
        'Entendi, {nome}! Essa cor é a {madeira}, e temos duas na loja.',
      ),
      customer('Isso mesmo', 'Essa mesma, meu bem', 'Isso! E o valor?'),
      agent(
        'Fica {preco}. Se quiser ver de perto, estamos na Rua Augusta, 1500.',
        'Sai por {preco}, já com a montagem.',
      ),
      customer('Vou aí no sábado com a minha filha', 'Passo aí {dia}', 'Deus abençoe, vou ver'),
    ],
  },
  {
    queue: 'Vendas',
    weight: 4,
    lines: [
      customer(
        'Qual o horário de vocês no sábado?',
        'Vocês abrem que horas amanhã?',
        'A loja da Augusta abre no domingo?',
        'Tem estacionamento na loja?',
      ),
      agent(
        'De segunda a sexta das 8h às 18h, e sábado das 8h ao meio-dia. Temos convênio com o estacionamento ao lado.',
        'Abrimos às 8h, e no sábado até o meio-dia. Esperamos você!',
      ),
      customer('Obrigad{a}!', 'Beleza, valeu', 'Ok, obrigad{a} 😊'),
    ],
  },
  {
    queue: 'Vendas',
    tags: ['Arquitetos'],
    weight: 2,
    lines: [
      customer(
        '{Saudação}, sou arquitet{a} e estou mobiliando um apartamento {no bairro}. Vocês têm condição para profissionais?',
        'Olá, aqui é do escritório de arquitetura. Preciso de 6 unidades {do produto} para um cliente {no bairro}.',
      ),
      agent(
        'Olá, {nome}! Temos, sim: 8% de comissão ou desconto direto no projeto. Pode me mandar a lista?',
        'Que ótimo, {nome}! Para profissionais são 8% e entrega agendada. Quais são as peças?',
      ),
      customer(
        'Sofá, mesa para seis, dois criados e um painel. O prazo pode ser de 30 dias',
        'Mando por e-mail ainda hoje. A obra entrega em 40 dias',
      ),
      note(
        'Cliente profissional: passar para a Ana se pedir mais de 8%.',
        'Combinar entrega com a obra antes de agendar.',
      ),
      document(
        'Orçamento Aurora.pdf',
        'Preparei o orçamento com a condição de profissional.',
        'Segue tudo detalhado, {nome}.',
      ),
      customer('Perfeito, vou apresentar ao cliente', 'Excelente, retorno até {dia}'),
    ],
  },
  {
    queue: 'Vendas',
    weight: 3,
    lines: [
      customer(
        '{Saudação}, a promoção das cadeiras ainda vale?',
        'Oi, aquele cupom de 10% ainda funciona?',
        'A oferta do catálogo vale até quando?',
      ),
      agent(
        'Vale até o fim do mês, {nome}! Quantas você precisa?',
        'Ainda vale, sim! O desconto entra direto no carrinho.',
      ),
      customer('Quatro', 'Seis, pra mesa grande', 'Só uma mesmo'),
      agent(
        'Reservei aqui. Quer pagar no Pix ou no cartão?',
        'Separadas! Retira na loja ou entregamos {no bairro}?',
      ),
      customer('Vou pensar e te falo', 'Retiro na loja {dia}', 'Entrega, por favor. Cartão em {parcelas}x'),
    ],
  },
];
