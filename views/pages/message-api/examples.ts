export type Language = 'curl' | 'JavaScript' | 'Python' | 'PHP';
export type Method = 'text' | 'media';

const NUMBER = '5511999998888';
/** In the reader's language. */
export type Sample = Record<'token' | 'text' | 'file' | 'key', string>;

export function examplesOf(method: Method, address: string, sample: Sample): [Language, string][] {
  return method === 'text'
    ? [
        ['curl', curlText(address, sample)],
        ['JavaScript', scriptText(address, sample)],
        ['Python', pythonText(address, sample)],
        ['PHP', phpText(address, sample)],
      ]
    : [
        ['curl', curlMedia(address, sample)],
        ['JavaScript', scriptMedia(address, sample)],
        ['Python', pythonMedia(address, sample)],
        ['PHP', phpMedia(address, sample)],
      ];
}

const curlText = (address: string, { token, text, key }: Sample) => `curl -X POST '${address}' \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: ${key}' \\
  -d '{"number": "${NUMBER}", "body": "${text}"}'`;

const scriptText = (address: string, { token, text }: Sample) => `const reply = await fetch('${address}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${token}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ number: '${NUMBER}', body: '${text}' }),
});
const { messageId, ticketId } = await reply.json();`;

const pythonText = (address: string, { token, text }: Sample) => `import requests

reply = requests.post(
    '${address}',
    headers={'Authorization': 'Bearer ${token}'},
    json={'number': '${NUMBER}', 'body': '${text}'},
    timeout=30,
)
print(reply.status_code, reply.json())`;

const phpText = (address: string, { token, text }: Sample) => `<?php
$call = curl_init('${address}');
curl_setopt_array($call, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ${token}', 'Content-Type: application/json'],
    CURLOPT_POSTFIELDS => json_encode(['number' => '${NUMBER}', 'body' => '${text}']),
]);
echo curl_exec($call);`;

const curlMedia = (address: string, { token, file }: Sample) => `curl -X POST '${address}' \\
  -H 'Authorization: Bearer ${token}' \\
  -F 'number=${NUMBER}' \\
  -F 'body=${file}' \\
  -F 'medias=@${file}'`;

const scriptMedia = (address: string, { token, file }: Sample) => `import { openAsBlob } from 'fs';

const form = new FormData();
form.set('number', '${NUMBER}');
form.set('body', '${file}');
form.set('medias', await openAsBlob('${file}'), '${file}');
const reply = await fetch('${address}', {
  method: 'POST',
  headers: { Authorization: 'Bearer ${token}' },
  body: form,
});
const { messageId, ticketId } = await reply.json();`;

const pythonMedia = (address: string, { token, file }: Sample) => `import requests

with open('${file}', 'rb') as file:
    reply = requests.post(
        '${address}',
        headers={'Authorization': 'Bearer ${token}'},
        data={'number': '${NUMBER}', 'body': '${file}'},
        files={'medias': file},
        timeout=60,
    )
print(reply.status_code, reply.json())`;

const phpMedia = (address: string, { token, file }: Sample) => `<?php
$call = curl_init('${address}');
curl_setopt_array($call, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ${token}'],
    CURLOPT_POSTFIELDS => [
        'number' => '${NUMBER}',
        'body' => '${file}',
        'medias' => new CURLFile('${file}'),
    ],
]);
echo curl_exec($call);`;
