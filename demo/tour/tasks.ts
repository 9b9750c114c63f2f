/** Browsers store the task list (spec part 1 §2), so signing in with one click brings some. */
export const TASKS: Record<string, string[]> = {
  'ana@aurora.example': [
    'Conferir o relatório da semana com o Rui',
    'Renovar o contrato da transportadora até sexta',
    'Escolher as fotos da campanha de escrivaninhas',
  ],
  'rui@aurora.example': ['Escala do sábado de inventário', 'Retorno para os arquitetos da Mooca'],
  'bia@aurora.example': [
    'Mandar as medidas do Itaparica para a Simone',
    'Ligar para quem respondeu a Semana do Sofá',
    'Pedir amostras do tecido terracota',
  ],
  'caio@aurora.example': ['Cobrar a transportadora do pedido 48902', 'Agendar a montagem de quinta'],
  'duda@aurora.example': ['Conciliar os Pix do dia', 'Emitir os boletos do dia 10'],
  'davi@boreal.example': ['Fechar a turma de sábado', 'Pagar a fatura do Balcão'],
};
