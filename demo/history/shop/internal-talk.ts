import { addDays, zonedParts, zonedTime } from '@/core/zoned-time.ts';
import { postChatMessage, readChat } from '@/modules/internal-chat/chat-messages.service.ts';
import { createChat } from '@/modules/internal-chat/internal-chat.service.ts';
import type { Team } from '../team.ts';
import { SECOND } from '../time.ts';
import type { Timeline } from '../timeline.ts';

/** Days ago, the time, who, and what. */
type Line = [daysAgo: number, time: string, by: string, text: string];
type Talk = { title: string; by: string; with: string[]; lines: Line[] };

const [ANA, RUI, BIA, CAIO, DUDA] = ['ana', 'rui', 'bia', 'caio', 'duda'].map(
  (name) => `${name}@aurora.example`,
) as [string, string, string, string, string];

const TALKS: Talk[] = [
  {
    title: 'Equipe da loja',
    by: ANA,
    with: [RUI, BIA, CAIO, DUDA],
    lines: [
      [57, '08:05', ANA, 'Bom dia, time! A partir de hoje todo o WhatsApp da loja passa por aqui.'],
      [57, '08:07', BIA, 'Adeus, celular da vitrine 🙌'],
      [57, '08:12', RUI, 'As respostas prontas já estão lá: digitem / na conversa.'],
      [43, '17:40', RUI, 'Fechamos a semana com nota média acima de 2,7. Parabéns, gente!'],
      [43, '17:42', CAIO, 'A troca em um dia ajudou muito'],
      [
        29,
        '09:15',
        ANA,
        'Chegou a linha Serra: mesa extensível em carvalho e freijó. Fotos na lista de arquivos.',
      ],
      [29, '09:31', BIA, 'Já mandei pra três clientes, uma fechou 💪'],
      [
        15,
        '08:02',
        RUI,
        '@Caio @Duda na segunda tem entrega em Santana e Tatuapé, avisem quem está esperando.',
      ],
      [15, '08:09', CAIO, 'Pode deixar'],
      [8, '12:01', ANA, 'Sábado que vem a loja fecha às 11h, inventário.'],
      [2, '10:20', DUDA, 'O banco confirmou os estornos da semana, está tudo conciliado.'],
      [2, '10:24', ANA, 'Ótimo, obrigada, Duda!'],
      [1, '09:00', RUI, 'Campanha do sofá sai hoje ou amanhã: respondam rápido quem disser que quer. @Bia'],
      [1, '09:03', BIA, 'Combinado! Deixei a tarde livre'],
    ],
  },
  {
    title: 'Entregas e montagem',
    by: RUI,
    with: [CAIO, DUDA],
    lines: [
      [50, '16:10', RUI, 'Abri este grupo pra gente não perder recado da transportadora.'],
      [36, '08:31', CAIO, 'Motorista ligou: caminhão quebrou na Anhanguera, tudo atrasa duas horas.'],
      [36, '08:33', DUDA, 'Aviso os da manhã'],
      [22, '14:02', CAIO, 'Montador novo começa na quinta. Vai com o Zé nos primeiros dias.'],
      [5, '11:46', RUI, 'Quem pediu remarcação da montagem fica com prioridade na sexta.'],
      [5, '11:48', CAIO, 'Feito, são quatro clientes'],
      [1, '17:55', DUDA, 'Faltam dois kits de ferragem, pedi ao fornecedor.'],
    ],
  },
  {
    title: 'Ana e Rui',
    by: ANA,
    with: [RUI],
    lines: [
      [34, '18:03', ANA, 'Você viu o relatório do mês? O pico é entre 10h e 11h, e das 15h às 17h.'],
      [34, '18:10', RUI, 'Vi. Vou pôr a Duda em Vendas nesses horários.'],
      [12, '09:40', RUI, 'Cliente do pedido da Mooca vai receber o frete de volta, aprovei.'],
      [12, '09:41', ANA, 'Certo, obrigada por avisar'],
      [1, '16:30', RUI, 'Fechei com os arquitetos: 8% e entrega agendada. Te explico amanhã.'],
    ],
  },
];

export function planInternalTalk(timeline: Timeline, team: Team, now: Date, timeZone: string): void {
  const { day: today } = zonedParts(now, timeZone);
  for (const { title, by, with: others, lines } of TALKS) {
    let chatId = 0;
    const members = [by, ...others];
    const users = others.map((email) => ({ id: team.users[email] ?? 0 }));
    for (const [index, [daysAgo, time, author, message]] of lines.entries()) {
      const at = zonedTime(addDays(today, -daysAgo), time, timeZone).getTime();
      if (index === 0)
        timeline.plan(at - 50 * SECOND, by, async (scope) => {
          chatId = (await createChat(scope, { title, users: users.map(({ id }) => id) })).id;
        });
      timeline.plan(at, author, (scope) => postChatMessage(scope, { chatId, message }));
      // Everybody but the author reads it; the last one of each chat is still new to some.
      const isLast = index === lines.length - 1;
      for (const [order, reader] of members.filter((email) => email !== author).entries())
        if (!isLast || order > 0)
          timeline.plan(at + (order + 1) * 45 * SECOND, reader, (scope) => readChat(scope, { chatId }));
    }
  }
}
