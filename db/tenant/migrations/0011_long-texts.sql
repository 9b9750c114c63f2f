UPDATE `contacts` SET name = substr(name, 1, 256) WHERE length(name) > 256;
--> statement-breakpoint
UPDATE `tickets` SET last_message = substr(last_message, 1, 300) WHERE length(last_message) > 300;
--> statement-breakpoint
INSERT INTO `outbox` (lane, kind, payload, due_at)
  SELECT 'media:' || coalesce(connection_id, 'null') || ':' || (id % 4), 'message.text', json_object('messageId', id, 'text', body), 0
  FROM `messages` WHERE octet_length(body) > 65536 AND length(body) > 65536 AND media_type IN ('conversation', 'extendedTextMessage') AND media_path IS NULL;
--> statement-breakpoint
UPDATE `messages` SET body = substr(body, 1, 65536), media_state = 'pending', media_name = 'mensagem.txt', media_mime = 'text/plain'
  WHERE octet_length(body) > 65536 AND length(body) > 65536 AND media_type IN ('conversation', 'extendedTextMessage') AND media_path IS NULL;
--> statement-breakpoint
UPDATE `messages` SET body = substr(body, 1, 65536) WHERE octet_length(body) > 65536 AND length(body) > 65536 AND media_type <> 'locationMessage';
--> statement-breakpoint
UPDATE `messages` SET raw = '' WHERE octet_length(raw) > 512000;
