/** Lines alternate: the customer begins, an agent answers. `{nome}`, `{dia}` and the like are filled as elsewhere. */
export type ShortTalk = string[];

export const NEIGHBOUR_TALK: Record<string, ShortTalk[]> = {
  'Pão da Vila': [
    [
      '{Saudação}! Dá pra encomendar um bolo de cenoura pra {dia}?',
      'Dá sim, {nome}! Inteiro ou meio?',
      'Inteiro, com cobertura',
      'Anotado! Pode retirar a partir das 15h. 🎂',
    ],
    [
      'Vocês têm pão de queijo congelado?',
      'Temos, {nome}: pacote de 1 kg por R$ 42,00.',
      'Separa dois pra mim, por favor',
    ],
    ['Que horas sai o pão francês da tarde?', 'Às 16h30 em ponto, {nome}!', 'Obrigad{a}!'],
    [
      'Quero fazer uma cesta de café da manhã',
      'Que ótimo! Temos de R$ 89,00 a R$ 160,00. Mando as fotos?',
      'Manda, por favor',
      'Enviei agora no seu WhatsApp. Entregamos no bairro.',
    ],
  ],
  'Sorriso Vivo': [
    [
      '{Saudação}, gostaria de marcar uma limpeza',
      'Olá, {nome}! Temos {dia} {periodo}. Serve?',
      'Serve, pode marcar',
      'Marcado! Mando um lembrete na véspera.',
    ],
    [
      'Preciso remarcar minha consulta',
      'Claro, {nome}. Prefere {dia} ou na outra semana?',
      'Na outra semana, por favor',
      'Pronto, remarquei para segunda às 9h.',
    ],
    [
      'Vocês atendem convênio?',
      'Atendemos os principais, {nome}. Qual é o seu?',
      'Deixa eu ver o nome no cartão e já te falo',
    ],
    [
      'Meu aparelho está machucando',
      'Poxa, {nome}. Pode vir hoje {periodo}? É um encaixe rápido.',
      'Consigo sim, obrigad{a}!',
    ],
  ],
  'Amigo Fiel': [
    [
      'Quanto fica banho e tosa de um shih-tzu?',
      'Oi, {nome}! R$ 95,00, com hidratação. Quer agendar?',
      'Quero, {dia} {periodo}',
      'Agendado! 🐶',
    ],
    [
      'A ração que encomendei chegou?',
      'Chegou hoje cedo, {nome}! Levamos ou retira?',
      'Pode entregar',
      'Sai na próxima rota, até as 18h.',
    ],
    [
      'Meu gato está sem comer desde ontem',
      'Oi, {nome}, melhor trazer agora: a veterinária está aqui até as 19h.',
      'Estou indo',
    ],
  ],
  Boreal: [
    [
      '{Saudação}! Ainda tem vaga no curso de sábado?',
      'Oi, {nome}! Temos três vagas. Reservo uma?',
      'Reserva, por favor',
      'Reservado! O link de pagamento vai no seu e-mail.',
    ],
    ['O certificado já saiu?', 'Saiu, {nome}: está na área do aluno desde {dia}.', 'Achei, obrigad{a}!'],
    [
      'Qual a carga horária do curso?',
      'São 40 horas, {nome}, em cinco sábados.',
      'Perfeito, vou falar com a minha chefe',
    ],
  ],
};
