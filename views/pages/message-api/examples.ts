export type Language = 'curl' | 'JavaScript' | 'Python' | 'PHP';
export type Method = 'text' | 'media';

const NUMBER = '5511999998888';
const TEXT = 'Seu pedido saiu para entrega.';
const FILE = 'nota-fiscal.pdf';
const TOKEN = 'SEU_TOKEN';

export function examplesOf(method: Method, address: string): [Language, string][] {
  return method === 'text'
    ? [
        ['curl', curlText(address)],
        ['JavaScript', scriptText(address)],
        ['Python', pythonText(address)],
        ['PHP', phpText(address)],
      ]
    : [
        ['curl', curlMedia(address)],
        ['JavaScript', scriptMedia(address)],
        ['Python', pythonMedia(address)],
        ['PHP', phpMedia(address)],
      ];
}

const curlText = (address: string) => `curl -X POST '${address}' \\
  -H 'Authorization: Bearer ${TOKEN}' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: pedido-1042' \\
  -d '{"number": "${NUMBER}", "body": "${TEXT}"}'`;

const scriptText = (address: string) => `const reply = await fetch('${address}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${TOKEN}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ number: '${NUMBER}', body: '${TEXT}' }),
});
const { messageId, ticketId } = await reply.json();`;

const pythonText = (address: string) => `import requests

reply = requests.post(
    '${address}',
    headers={'Authorization': 'Bearer ${TOKEN}'},
    json={'number': '${NUMBER}', 'body': '${TEXT}'},
    timeout=30,
)
print(reply.status_code, reply.json())`;

const phpText = (address: string) => `<?php
$call = curl_init('${address}');
curl_setopt_array($call, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ${TOKEN}', 'Content-Type: application/json'],
    CURLOPT_POSTFIELDS => json_encode(['number' => '${NUMBER}', 'body' => '${TEXT}']),
]);
echo curl_exec($call);`;

const curlMedia = (address: string) => `curl -X POST '${address}' \\
  -H 'Authorization: Bearer ${TOKEN}' \\
  -F 'number=${NUMBER}' \\
  -F 'body=${FILE}' \\
  -F 'medias=@${FILE}'`;

const scriptMedia = (address: string) => `import { openAsBlob } from 'fs';

const form = new FormData();
form.set('number', '${NUMBER}');
form.set('body', '${FILE}');
form.set('medias', await openAsBlob('${FILE}'), '${FILE}');
const reply = await fetch('${address}', {
  method: 'POST',
  headers: { Authorization: 'Bearer ${TOKEN}' },
  body: form,
});
const { messageId, ticketId } = await reply.json();`;

const pythonMedia = (address: string) => `import requests

with open('${FILE}', 'rb') as file:
    reply = requests.post(
        '${address}',
        headers={'Authorization': 'Bearer ${TOKEN}'},
        data={'number': '${NUMBER}', 'body': '${FILE}'},
        files={'medias': file},
        timeout=60,
    )
print(reply.status_code, reply.json())`;

const phpMedia = (address: string) => `<?php
$call = curl_init('${address}');
curl_setopt_array($call, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ${TOKEN}'],
    CURLOPT_POSTFIELDS => [
        'number' => '${NUMBER}',
        'body' => '${FILE}',
        'medias' => new CURLFile('${FILE}'),
    ],
]);
echo curl_exec($call);`;
