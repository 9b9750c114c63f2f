ALTER TABLE `chats` ADD `last_message_ref` integer REFERENCES chat_messages(id) ON DELETE set null;--> statement-breakpoint
UPDATE `chats` SET `last_message_ref` = `last_message_id` WHERE `last_message_id` IN (SELECT `id` FROM `chat_messages`);--> statement-breakpoint
ALTER TABLE `chats` DROP COLUMN `last_message_id`;--> statement-breakpoint
ALTER TABLE `chats` RENAME COLUMN `last_message_ref` TO `last_message_id`;--> statement-breakpoint
ALTER TABLE `connections` ADD `transfer_queue_ref` integer REFERENCES queues(id) ON DELETE set null;--> statement-breakpoint
UPDATE `connections` SET `transfer_queue_ref` = `transfer_queue_id` WHERE `transfer_queue_id` IN (SELECT `id` FROM `queues`);--> statement-breakpoint
ALTER TABLE `connections` DROP COLUMN `transfer_queue_id`;--> statement-breakpoint
ALTER TABLE `connections` RENAME COLUMN `transfer_queue_ref` TO `transfer_queue_id`;--> statement-breakpoint
ALTER TABLE `connections` ADD `prompt_ref` integer REFERENCES prompts(id) ON DELETE set null;--> statement-breakpoint
UPDATE `connections` SET `prompt_ref` = `prompt_id` WHERE `prompt_id` IN (SELECT `id` FROM `prompts`);--> statement-breakpoint
ALTER TABLE `connections` DROP COLUMN `prompt_id`;--> statement-breakpoint
ALTER TABLE `connections` RENAME COLUMN `prompt_ref` TO `prompt_id`;--> statement-breakpoint
ALTER TABLE `connections` ADD `integration_ref` integer REFERENCES queue_integrations(id) ON DELETE set null;--> statement-breakpoint
UPDATE `connections` SET `integration_ref` = `integration_id` WHERE `integration_id` IN (SELECT `id` FROM `queue_integrations`);--> statement-breakpoint
ALTER TABLE `connections` DROP COLUMN `integration_id`;--> statement-breakpoint
ALTER TABLE `connections` RENAME COLUMN `integration_ref` TO `integration_id`;--> statement-breakpoint
ALTER TABLE `queues` ADD `integration_ref` integer REFERENCES queue_integrations(id) ON DELETE set null;--> statement-breakpoint
UPDATE `queues` SET `integration_ref` = `integration_id` WHERE `integration_id` IN (SELECT `id` FROM `queue_integrations`);--> statement-breakpoint
ALTER TABLE `queues` DROP COLUMN `integration_id`;--> statement-breakpoint
ALTER TABLE `queues` RENAME COLUMN `integration_ref` TO `integration_id`;--> statement-breakpoint
ALTER TABLE `queues` ADD `prompt_ref` integer REFERENCES prompts(id) ON DELETE set null;--> statement-breakpoint
UPDATE `queues` SET `prompt_ref` = `prompt_id` WHERE `prompt_id` IN (SELECT `id` FROM `prompts`);--> statement-breakpoint
ALTER TABLE `queues` DROP COLUMN `prompt_id`;--> statement-breakpoint
ALTER TABLE `queues` RENAME COLUMN `prompt_ref` TO `prompt_id`;--> statement-breakpoint
ALTER TABLE `tickets` ADD `queue_option_ref` integer REFERENCES queue_options(id) ON DELETE set null;--> statement-breakpoint
UPDATE `tickets` SET `queue_option_ref` = `queue_option_id` WHERE `queue_option_id` IN (SELECT `id` FROM `queue_options`);--> statement-breakpoint
ALTER TABLE `tickets` DROP COLUMN `queue_option_id`;--> statement-breakpoint
ALTER TABLE `tickets` RENAME COLUMN `queue_option_ref` TO `queue_option_id`;--> statement-breakpoint
ALTER TABLE `tickets` ADD `integration_ref` integer REFERENCES queue_integrations(id) ON DELETE set null;--> statement-breakpoint
UPDATE `tickets` SET `integration_ref` = `integration_id` WHERE `integration_id` IN (SELECT `id` FROM `queue_integrations`);--> statement-breakpoint
ALTER TABLE `tickets` DROP COLUMN `integration_id`;--> statement-breakpoint
ALTER TABLE `tickets` RENAME COLUMN `integration_ref` TO `integration_id`;--> statement-breakpoint
CREATE TABLE `new_connection_queues` (
	`connection_id` integer NOT NULL,
	`queue_id` integer NOT NULL,
	PRIMARY KEY(`connection_id`, `queue_id`),
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
INSERT INTO `new_connection_queues` SELECT `connection_id`, `queue_id` FROM `connection_queues` WHERE `queue_id` IN (SELECT `id` FROM `queues`);--> statement-breakpoint
DROP TABLE `connection_queues`;--> statement-breakpoint
ALTER TABLE `new_connection_queues` RENAME TO `connection_queues`;--> statement-breakpoint
CREATE INDEX `chats_last_message` ON `chats` (`last_message_id`) WHERE last_message_id is not null;--> statement-breakpoint
CREATE INDEX `tickets_at_option` ON `tickets` (`queue_option_id`) WHERE queue_option_id is not null;--> statement-breakpoint
CREATE INDEX `tickets_with_integration` ON `tickets` (`integration_id`) WHERE integration_id is not null;