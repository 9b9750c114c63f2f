CREATE TABLE `campaign_settings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `campaign_settings_key_unique` ON `campaign_settings` (`key`);--> statement-breakpoint
CREATE TABLE `campaign_shippings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`campaign_id` integer NOT NULL,
	`item_id` integer,
	`name` text NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`number` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`reason` text,
	`message` text DEFAULT '' NOT NULL,
	`confirmation_message` text DEFAULT '' NOT NULL,
	`contact_id` integer,
	`message_id` integer,
	`question_id` integer,
	`is_new_contact` integer DEFAULT false NOT NULL,
	`confirmation_requested_at` integer,
	`confirmed_at` integer,
	`delivered_at` integer,
	`replied_at` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`item_id`) REFERENCES `contact_list_items`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`question_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `campaign_shippings_number` ON `campaign_shippings` (`campaign_id`,`number`);--> statement-breakpoint
CREATE INDEX `campaign_shippings_work` ON `campaign_shippings` (`campaign_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `campaign_shippings_contact` ON `campaign_shippings` (`contact_id`,`campaign_id`) WHERE contact_id is not null;--> statement-breakpoint
CREATE INDEX `campaign_shippings_item` ON `campaign_shippings` (`item_id`) WHERE item_id is not null;--> statement-breakpoint
CREATE INDEX `campaign_shippings_message` ON `campaign_shippings` (`message_id`) WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX `campaign_shippings_question` ON `campaign_shippings` (`question_id`) WHERE question_id is not null;--> statement-breakpoint
CREATE INDEX `campaign_shippings_sent` ON `campaign_shippings` (`campaign_id`,`delivered_at`);--> statement-breakpoint
CREATE TABLE `campaigns` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`status` text DEFAULT 'INATIVA' NOT NULL,
	`messages` text DEFAULT '[]' NOT NULL,
	`confirmation_messages` text DEFAULT '[]' NOT NULL,
	`confirmation` integer DEFAULT false NOT NULL,
	`connection_id` integer,
	`contact_list_id` integer,
	`tag_id` integer,
	`file_list_id` integer,
	`user_id` integer,
	`scheduled_at` integer,
	`started_at` integer,
	`completed_at` integer,
	`prepared_at` integer,
	`next_at` integer,
	`sent_in_a_row` integer DEFAULT 0 NOT NULL,
	`stopped_for` text,
	`media_path` text,
	`media_name` text,
	`media_mime` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`contact_list_id`) REFERENCES `contact_lists`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`file_list_id`) REFERENCES `file_lists`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `campaigns_by_name` ON `campaigns` (`name`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_due` ON `campaigns` (`scheduled_at`) WHERE status = 'PROGRAMADA';--> statement-breakpoint
CREATE INDEX `campaigns_running` ON `campaigns` (`connection_id`,`id`) WHERE status = 'EM_ANDAMENTO';--> statement-breakpoint
CREATE INDEX `campaigns_media` ON `campaigns` (`media_path`) WHERE media_path is not null;--> statement-breakpoint
CREATE TABLE `contact_list_import_rows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`import_id` integer NOT NULL,
	`line` integer NOT NULL,
	`cells` text NOT NULL,
	`outcome` text,
	FOREIGN KEY (`import_id`) REFERENCES `contact_list_imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_list_import_rows_work` ON `contact_list_import_rows` (`import_id`,`outcome`,`id`);--> statement-breakpoint
CREATE TABLE `contact_list_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`list_id` integer NOT NULL,
	`user_id` integer,
	`file_name` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`columns` text DEFAULT '[]' NOT NULL,
	`mapping` text NOT NULL,
	`finished_at` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`list_id`) REFERENCES `contact_lists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `contact_list_imports_list` ON `contact_list_imports` (`list_id`,`id`);--> statement-breakpoint
CREATE TABLE `contact_list_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`list_id` integer NOT NULL,
	`name` text NOT NULL,
	`search_name` text DEFAULT '' NOT NULL,
	`number` text NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`is_on_whatsapp` integer,
	`checked_at` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`list_id`) REFERENCES `contact_lists`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_list_items_number` ON `contact_list_items` (`list_id`,`number`);--> statement-breakpoint
CREATE INDEX `contact_list_items_by_name` ON `contact_list_items` (`list_id`,`search_name`,`id`);--> statement-breakpoint
CREATE INDEX `contact_list_items_unchecked` ON `contact_list_items` (`list_id`,`id`) WHERE is_on_whatsapp is null;--> statement-breakpoint
CREATE INDEX `contact_list_items_valid` ON `contact_list_items` (`list_id`,`id`) WHERE is_on_whatsapp = 1;--> statement-breakpoint
CREATE TABLE `contact_lists` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_lists_name_unique` ON `contact_lists` (`name`);--> statement-breakpoint
CREATE TABLE `opt_outs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`number` text NOT NULL,
	`contact_id` integer,
	`keyword` text DEFAULT '' NOT NULL,
	`user_id` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `opt_outs_number_unique` ON `opt_outs` (`number`);--> statement-breakpoint
CREATE INDEX `opt_outs_contact` ON `opt_outs` (`contact_id`);--> statement-breakpoint
CREATE TABLE `sending_days` (
	`connection_id` integer NOT NULL,
	`day` text NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`new_contacts` integer DEFAULT 0 NOT NULL,
	`replies` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`connection_id`, `day`),
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sending_limits` (
	`connection_id` integer PRIMARY KEY NOT NULL,
	`daily_cap` integer NOT NULL,
	`warms_up` integer DEFAULT true NOT NULL,
	`quiet_from` text DEFAULT '' NOT NULL,
	`quiet_to` text DEFAULT '' NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `chat_mentions` (
	`message_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`message_id`, `user_id`),
	FOREIGN KEY (`message_id`) REFERENCES `chat_messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `chat_mentions_person` ON `chat_mentions` (`user_id`);--> statement-breakpoint
CREATE TABLE `chat_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`chat_id` integer NOT NULL,
	`sender_id` integer,
	`sender_name` text NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`media_path` text,
	`media_name` text,
	`media_mime` text,
	`media_size` integer,
	`ticket_id` integer,
	`client_id` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`chat_id`) REFERENCES `chats`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_messages_client_id_unique` ON `chat_messages` (`client_id`);--> statement-breakpoint
CREATE INDEX `chat_messages_listed` ON `chat_messages` (`chat_id`,`id`);--> statement-breakpoint
CREATE INDEX `chat_messages_ticket` ON `chat_messages` (`ticket_id`);--> statement-breakpoint
CREATE INDEX `chat_messages_sender` ON `chat_messages` (`sender_id`);--> statement-breakpoint
CREATE INDEX `chat_messages_media` ON `chat_messages` (`media_path`);--> statement-breakpoint
CREATE TABLE `chat_users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`chat_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`unreads` integer DEFAULT 0 NOT NULL,
	`read_message_id` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`chat_id`) REFERENCES `chats`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_users_pair` ON `chat_users` (`chat_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `chat_users_person` ON `chat_users` (`user_id`,`chat_id`);--> statement-breakpoint
CREATE TABLE `chats` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uuid` text NOT NULL,
	`title` text NOT NULL,
	`owner_id` integer,
	`last_message` text DEFAULT '' NOT NULL,
	`last_message_id` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chats_uuid_unique` ON `chats` (`uuid`);--> statement-breakpoint
CREATE INDEX `chats_listed` ON `chats` (`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `file_list_options` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`list_id` integer NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`media_path` text,
	`media_name` text DEFAULT '' NOT NULL,
	`media_mime` text DEFAULT '' NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`list_id`) REFERENCES `file_lists`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `file_list_options_list` ON `file_list_options` (`list_id`,`position`);--> statement-breakpoint
CREATE INDEX `file_list_options_media` ON `file_list_options` (`media_path`);--> statement-breakpoint
CREATE TABLE `file_lists` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`message` text NOT NULL,
	`user_id` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `file_lists_name_unique` ON `file_lists` (`name`);--> statement-breakpoint
CREATE TABLE `schedules` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`body` text NOT NULL,
	`send_at` integer NOT NULL,
	`sent_at` integer,
	`status` text DEFAULT 'PENDENTE' NOT NULL,
	`error` text,
	`contact_id` integer NOT NULL,
	`user_id` integer,
	`connection_id` integer,
	`repeats` text DEFAULT 'never' NOT NULL,
	`first_at` integer,
	`opens_ticket` integer DEFAULT false NOT NULL,
	`answered_at` integer,
	`message_id` integer,
	`media_path` text,
	`media_name` text,
	`media_mime` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `schedules_due` ON `schedules` (`send_at`) WHERE status = 'PENDENTE';--> statement-breakpoint
CREATE INDEX `schedules_calendar` ON `schedules` (`send_at`,`id`);--> statement-breakpoint
CREATE INDEX `schedules_contact` ON `schedules` (`contact_id`,`send_at`);--> statement-breakpoint
CREATE INDEX `schedules_person` ON `schedules` (`user_id`,`send_at`);--> statement-breakpoint
CREATE INDEX `schedules_message` ON `schedules` (`message_id`) WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX `schedules_media` ON `schedules` (`media_path`) WHERE media_path is not null;--> statement-breakpoint
DROP INDEX `tickets_listed`;--> statement-breakpoint
ALTER TABLE `tickets` ADD `is_silent` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `tickets_listed` ON `tickets` (`status`,`updated_at`,`id`,`queue_id`,`user_id`,`snoozed_until`,`is_silent`);