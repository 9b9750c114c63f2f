/** A slow model provider: answers each chat completion after the first argument's number of ms. */
const waitsMs = Number(process.argv[2] ?? 5_000);

const { url } = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 60,
  async fetch(request) {
    await request.text();
    await Bun.sleep(waitsMs);
    const message = { role: 'assistant', content: 'Abrimos às 9h, de segunda a sábado.' };
    const usage = { prompt_tokens: 40, completion_tokens: 10, total_tokens: 50 };
    const choices = [{ index: 0, finish_reason: 'stop', message }];
    return Response.json({ id: 'c1', object: 'chat.completion', created: 1, model: 'm', choices, usage });
  },
});
process.stdout.write(`${url.origin}\n`);
