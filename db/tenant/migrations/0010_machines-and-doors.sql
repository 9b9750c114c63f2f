CREATE TABLE `machine_health` (
	`kind` text NOT NULL,
	`machine_id` integer NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`failures_in_a_row` integer DEFAULT 0 NOT NULL,
	`last_call_at` integer,
	`last_error_at` integer,
	`last_error` text DEFAULT '' NOT NULL,
	`rests_until` integer,
	PRIMARY KEY(`kind`, `machine_id`)
);
--> statement-breakpoint
CREATE TABLE `api_calls` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`connection_id` integer,
	`number` text DEFAULT '' NOT NULL,
	`kind` text NOT NULL,
	`status` integer NOT NULL,
	`error` text,
	`message_id` integer,
	`ticket_id` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `api_calls_age` ON `api_calls` (`created_at`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`holder` text NOT NULL,
	`key` text NOT NULL,
	`request` text NOT NULL,
	`status` integer,
	`reply` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`holder`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_age` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `ai_usage` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`day` text NOT NULL,
	`purpose` text NOT NULL,
	`prompt_id` integer DEFAULT 0 NOT NULL,
	`user_id` integer DEFAULT 0 NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`prompt_tokens` integer DEFAULT 0 NOT NULL,
	`completion_tokens` integer DEFAULT 0 NOT NULL,
	`cost` real DEFAULT 0 NOT NULL,
	`characters` integer DEFAULT 0 NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ai_usage_day` ON `ai_usage` (`day`,`purpose`,`prompt_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `prompts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`prompt` text NOT NULL,
	`facts` text DEFAULT '' NOT NULL,
	`api_key` text DEFAULT '' NOT NULL,
	`base_url` text DEFAULT '' NOT NULL,
	`model` text DEFAULT '' NOT NULL,
	`queue_id` integer,
	`max_messages` integer DEFAULT 10 NOT NULL,
	`max_tokens` integer DEFAULT 100 NOT NULL,
	`temperature` real DEFAULT 1 NOT NULL,
	`max_answers` integer DEFAULT 0 NOT NULL,
	`reads_pictures` integer DEFAULT true NOT NULL,
	`voice` text DEFAULT 'texto' NOT NULL,
	`voice_key` text DEFAULT '' NOT NULL,
	`voice_region` text DEFAULT '' NOT NULL,
	`price_in` real,
	`price_out` real,
	`prompt_tokens` integer DEFAULT 0 NOT NULL,
	`completion_tokens` integer DEFAULT 0 NOT NULL,
	`total_tokens` integer DEFAULT 0 NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `prompts_name` ON `prompts` (`name`,`id`);--> statement-breakpoint
CREATE INDEX `prompts_queue` ON `prompts` (`queue_id`);--> statement-breakpoint
CREATE TABLE `queue_integrations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`project_name` text DEFAULT '' NOT NULL,
	`json_content` text DEFAULT '' NOT NULL,
	`language` text DEFAULT 'pt-BR' NOT NULL,
	`url_n8n` text DEFAULT '' NOT NULL,
	`is_signed` integer DEFAULT false NOT NULL,
	`signing_secret` text DEFAULT '' NOT NULL,
	`typebot_slug` text DEFAULT '' NOT NULL,
	`typebot_expires` integer DEFAULT 1 NOT NULL,
	`typebot_delay_message` integer DEFAULT 1000 NOT NULL,
	`typebot_keyword_finish` text DEFAULT '' NOT NULL,
	`typebot_keyword_restart` text DEFAULT '' NOT NULL,
	`typebot_restart_message` text DEFAULT '' NOT NULL,
	`typebot_unknown_message` text DEFAULT '' NOT NULL,
	`fallback_queue_id` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`fallback_queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `queue_integrations_name_unique` ON `queue_integrations` (`name`);--> statement-breakpoint
CREATE INDEX `queue_integrations_new` ON `queue_integrations` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `queue_integrations_fallback` ON `queue_integrations` (`fallback_queue_id`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uuid` text NOT NULL,
	`webhook_id` integer NOT NULL,
	`event` text NOT NULL,
	`lane` text NOT NULL,
	`body` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`status` integer,
	`error` text DEFAULT '' NOT NULL,
	`answer` text DEFAULT '' NOT NULL,
	`tried_at` integer,
	`delivered_at` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_log` ON `webhook_deliveries` (`webhook_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting` ON `webhook_deliveries` (`webhook_id`,`lane`,`id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_age` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`secret` text NOT NULL,
	`events` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`paused_at` integer,
	`failing_since` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhooks_name_unique` ON `webhooks` (`name`);--> statement-breakpoint
ALTER TABLE `messages` ADD `transcript` text;--> statement-breakpoint
ALTER TABLE `queues` ADD `sends_invoices` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `tickets` ADD `machine` text;--> statement-breakpoint
ALTER TABLE `tickets` ADD `source` text DEFAULT '' NOT NULL;