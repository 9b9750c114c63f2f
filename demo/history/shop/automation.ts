import type { RuleInput } from '@/modules/rules/rules.schema.ts';
import { createRule } from '@/modules/rules/rules.service.ts';
import type { Team } from '../team.ts';
import { DAY, HOUR, MINUTE } from '../time.ts';
import type { Timeline } from '../timeline.ts';

/** Tags and notes only: a rule that moves conversations would take them from the people who answer them here. */
export function planRules(timeline: Timeline, team: Team, start: number): void {
  for (const [index, rule] of rulesOf(team).entries()) {
    const at = start + DAY + 15 * HOUR + index * 7 * MINUTE;
    timeline.plan(at, 'ana@aurora.example', (scope) => createRule(scope, rule));
  }
}

function rulesOf({ tags, queues }: Team): RuleInput[] {
  const anywhere = { connectionId: null, queueId: null };
  const tag = (name: string) => ({ type: 'tag' as const, tagId: tags[name] ?? 0 });
  return [
    {
      name: 'Defeito vira troca',
      isActive: true,
      happening: {
        type: 'words',
        words: ['quebrou', 'defeito', 'veio assim', 'caixa estava aberta'],
        ...anywhere,
      },
      actions: [
        tag('Troca'),
        { type: 'note', note: 'Pedir foto e número do pedido antes de abrir a troca.' },
      ],
    },
    {
      name: 'Cliente irritado é urgente',
      isActive: true,
      happening: {
        type: 'words',
        words: ['terceira vez', 'prometeram', 'chateada', 'chateado'],
        ...anywhere,
      },
      actions: [tag('Urgente')],
    },
    {
      name: 'Profissionais de arquitetura',
      isActive: true,
      happening: {
        type: 'words',
        words: ['arquiteta', 'arquiteto', 'escritório de arquitetura'],
        ...anywhere,
      },
      actions: [
        tag('Arquitetos'),
        { type: 'note', note: 'Profissional: condição de 8% e entrega agendada.' },
      ],
    },
    {
      name: 'Vendas sem resposta há 40 minutos',
      isActive: true,
      happening: { type: 'waiting', minutes: 40, connectionId: null, queueId: queues.Vendas ?? null },
      actions: [{ type: 'note', note: 'Ninguém respondeu ainda: quem puder, assuma.' }],
    },
    {
      name: 'Orçamento: lembrar no dia seguinte',
      isActive: false,
      happening: { type: 'tag', tagId: tags.Orçamento ?? 0, ...anywhere },
      actions: [{ type: 'snooze', minutes: 24 * 60 }],
    },
  ];
}
