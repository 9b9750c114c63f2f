import { agent, customer, note, photo, type Topic, voice } from './lines.ts';

export const SUPPORT: Topic[] = [
  {
    queue: 'Suporte',
    weight: 7,
    lines: [
      customer(
        'Oi, meu pedido {pedido} ainda não chegou',
        '{Saudação}! Sabem me dizer onde está o pedido {pedido}?',
        'Olá, o prazo do pedido {pedido} venceu ontem',
      ),
      agent(
        'Oi, {nome}! Vou olhar agora com a transportadora. Um minutinho, por favor.',
        '{Saudação}, {nome}. Já estou consultando o pedido {pedido}.',
      ),
      note(
        'Transportadora: saiu de Jundiaí hoje de manhã.',
        'Endereço estava sem o número do apartamento; corrigido.',
      ),
      agent(
        'Ele já está em rota, {nome}: chega {dia} {periodo}.',
        'Faltava o número do apartamento na etiqueta. Já corrigi, e a entrega ficou para {dia}.',
      ),
      customer('Ufa, obrigad{a}!', 'Tá certo, fico no aguardo', 'Ok, alguém vai estar em casa'),
    ],
  },
  {
    queue: 'Suporte',
    tags: ['Troca'],
    weight: 4,
    lines: [
      customer(
        '{Saudação}. Chegou hoje e veio assim:',
        'Gente, olha como chegou {o produto}',
        'Veio com defeito, e agora?',
      ),
      photo('broken', 'A caixa estava aberta', 'Quebrou bem no canto', 'Pedido {pedido}'),
      agent(
        'Puxa, {nome}, sinto muito. Já abri a troca do pedido {pedido}: a peça nova sai amanhã.',
        'Que chato, {nome}! Pode ficar tranquil{a}, a troca é por nossa conta. Prefere troca ou devolução do valor?',
      ),
      customer(
        'Prefiro a troca. Podem buscar {dia}?',
        'Troca, por favor',
        'Quero trocar, mas só posso {dia} {periodo}',
      ),
      agent(
        'Combinado: buscamos {dia} {periodo} e já deixamos a nova.',
        'Agendado para {dia}. Não precisa embalar.',
      ),
      customer('Nossa, que rápido! Obrigad{a}', 'Ótimo, obrigad{a} pela agilidade', 'Tá bom'),
    ],
  },
  {
    queue: 'Suporte',
    weight: 5,
    lines: [
      customer(
        'Preciso remarcar a montagem de {dia}',
        'Oi! O montador vem que horas?',
        '{Saudação}, a montagem {do produto} já está marcada?',
      ),
      agent(
        'Oi, {nome}! Está marcada para {dia} {periodo}. Quer mudar?',
        'Olá! O montador passa {dia}, {periodo}. Ele liga meia hora antes.',
      ),
      customer('Pode ser na outra semana?', 'Perfeito assim', 'Só {periodo}, pode?'),
      agent(
        'Combinado! Mando um lembrete na véspera.',
        'Pronto, {nome}. Qualquer imprevisto é só avisar por aqui.',
      ),
    ],
  },
  {
    queue: 'Suporte',
    weight: 3,
    lines: [
      customer('ola', 'oi {saudação}', 'Oi, tudo bem?'),
      customer(
        'o parafuso do armario caiu. vcs vendem so o parafuso?',
        'Sumiu uma peça na mudança: o pé {do produto}',
        'A porta do guarda-roupa está raspando',
      ),
      agent(
        'Oi, {nome}! Não precisa comprar: mandamos o kit de ferragens sem custo. Me confirma o endereço?',
        'Isso é simples de resolver, {nome}: o técnico leva a peça. Me confirma o endereço?',
      ),
      customer('Rua das Flores, 120, {bairro}', 'Já mando pelo mapa', 'É {no bairro}, o mesmo da entrega'),
      agent(
        'Anotado! Chega pelo correio em uns cinco dias.',
        'Vi aqui. O técnico passa {dia} {periodo}, sem custo.',
      ),
      customer('que bom, obrigad{a}', 'Obrigad{a}, viu?', 'Valeu!'),
    ],
  },
  {
    queue: 'Suporte',
    tags: ['Urgente'],
    weight: 2,
    lines: [
      customer(
        'Já é a terceira vez que falo com vocês. Cadê o meu pedido {pedido}??',
        'Estou muito chatead{a}, prometeram entregar ontem e nada',
      ),
      agent(
        'Você tem razão, {nome}, e peço desculpas. Estou cuidando disso pessoalmente.',
        'Sinto muito, {nome}. Vou resolver agora: já estou na linha com o motorista.',
      ),
      voice(),
      note(
        'Cliente com razão: oferecer o frete da próxima compra. Rui aprovou.',
        'Ligar amanhã cedo para confirmar.',
      ),
      agent(
        'Falei com o motorista: chega hoje até as 17h. E a próxima entrega é por nossa conta.',
        'Consegui para amanhã, primeiro horário. Deixei meu ramal com você: 204.',
      ),
      customer('Ok. Vou confiar', 'Assim espero', 'Está bem. Obrigad{a} por resolver'),
    ],
  },
  {
    queue: 'Suporte',
    weight: 2,
    lines: [
      customer(
        'Caiu café no sofá ☕ Como eu limpo o tecido?',
        'Posso passar álcool no tecido do sofá?',
        'Qual produto uso no tecido do sofá?',
      ),
      agent(
        'Pano branco úmido com sabão neutro, sem esfregar, e secar à sombra.',
        'Só água morna e sabão neutro, {nome}: álcool e produto forte mancham.',
      ),
      customer('Saiu tudo, obrigad{a}!!', 'Vou tentar', 'Salvou meu sofá kkkk'),
    ],
  },
];
