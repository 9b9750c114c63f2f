CREATE TABLE `connection_days` (
	`connection_id` integer NOT NULL,
	`day` text NOT NULL,
	`reconnects` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`connection_id`, `day`),
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `connection_queues` (
	`connection_id` integer NOT NULL,
	`queue_id` integer NOT NULL,
	PRIMARY KEY(`connection_id`, `queue_id`),
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `connections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`status` text DEFAULT 'DISCONNECTED' NOT NULL,
	`qrcode` text DEFAULT '' NOT NULL,
	`pairing_code` text DEFAULT '' NOT NULL,
	`retries` integer DEFAULT 0 NOT NULL,
	`trouble` text,
	`number` text,
	`is_default` integer DEFAULT false NOT NULL,
	`greeting_message` text DEFAULT '' NOT NULL,
	`complation_message` text DEFAULT '' NOT NULL,
	`out_of_hours_message` text DEFAULT '' NOT NULL,
	`rating_message` text DEFAULT '' NOT NULL,
	`expires_inactive_message` text DEFAULT '' NOT NULL,
	`provider` text DEFAULT 'beta' NOT NULL,
	`expires_ticket` integer DEFAULT 0 NOT NULL,
	`time_use_bot_queues` integer DEFAULT 0 NOT NULL,
	`max_use_bot_queues` integer DEFAULT 3 NOT NULL,
	`time_to_transfer` integer,
	`transfer_queue_id` integer,
	`prompt_id` integer,
	`integration_id` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `connections_name_unique` ON `connections` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `connections_one_default` ON `connections` (`is_default`) WHERE is_default = 1;--> statement-breakpoint
CREATE TABLE `session_journal` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`connection_id` integer NOT NULL,
	`entry_id` text NOT NULL,
	`value` blob NOT NULL,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_journal_entry` ON `session_journal` (`connection_id`,`entry_id`);--> statement-breakpoint
CREATE TABLE `session_keys` (
	`connection_id` integer NOT NULL,
	`key` text NOT NULL,
	`value` blob NOT NULL,
	PRIMARY KEY(`connection_id`, `key`),
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `contact_fields` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`contact_id` integer NOT NULL,
	`name` text NOT NULL,
	`value` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_fields_contact` ON `contact_fields` (`contact_id`);--> statement-breakpoint
CREATE TABLE `contact_identities` (
	`jid` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`contact_id` integer NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_identities_contact` ON `contact_identities` (`contact_id`);--> statement-breakpoint
CREATE TABLE `contact_import_rows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`import_id` integer NOT NULL,
	`line` integer NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`number` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`outcome` text,
	FOREIGN KEY (`import_id`) REFERENCES `contact_imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_import_rows_work` ON `contact_import_rows` (`import_id`,`outcome`,`id`);--> statement-breakpoint
CREATE TABLE `contact_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`source` text NOT NULL,
	`file_name` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`finished_at` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `contacts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`sort_name` text DEFAULT '' NOT NULL,
	`name_is_provisional` integer DEFAULT true NOT NULL,
	`number` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`picture_path` text DEFAULT '' NOT NULL,
	`picture_checked_at` integer,
	`is_group` integer DEFAULT false NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`is_blocked` integer DEFAULT false NOT NULL,
	`last_interaction_at` integer,
	`connection_id` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contacts_number` ON `contacts` (`number`) WHERE number <> '';--> statement-breakpoint
CREATE INDEX `contacts_by_number` ON `contacts` (`number`);--> statement-breakpoint
CREATE INDEX `contacts_by_name` ON `contacts` (`sort_name`,`id`);--> statement-breakpoint
CREATE INDEX `contacts_groups` ON `contacts` (`id`) WHERE is_group = 1;--> statement-breakpoint
CREATE TABLE `number_checks` (
	`number` text PRIMARY KEY NOT NULL,
	`jid` text,
	`checked_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`session` text NOT NULL,
	`locale` text DEFAULT 'pt' NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE TABLE `quick_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`shortcode` text NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`is_general` integer DEFAULT false NOT NULL,
	`status` integer DEFAULT true NOT NULL,
	`user_id` integer,
	`media_path` text,
	`media_name` text,
	`media_mime` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `quick_messages_owner` ON `quick_messages` (`user_id`,`shortcode`);--> statement-breakpoint
CREATE TABLE `undos` (
	`token` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`data` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `user_preferences` (
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `link_previews` (
	`url` text PRIMARY KEY NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`site_name` text DEFAULT '' NOT NULL,
	`image_path` text DEFAULT '' NOT NULL,
	`is_empty` integer DEFAULT false NOT NULL,
	`fetched_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `link_previews_image` ON `link_previews` (`image_path`);--> statement-breakpoint
CREATE TABLE `message_reactions` (
	`message_id` integer NOT NULL,
	`author` text NOT NULL,
	`emoji` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	PRIMARY KEY(`message_id`, `author`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `message_reactions_author` ON `message_reactions` (`author`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`wid` text NOT NULL,
	`ticket_id` integer NOT NULL,
	`connection_id` integer,
	`chat_id` integer NOT NULL,
	`contact_id` integer,
	`author` text NOT NULL,
	`from_me` integer NOT NULL,
	`user_id` integer,
	`origin` text NOT NULL,
	`body` text NOT NULL,
	`media_type` text NOT NULL,
	`ack` integer DEFAULT 0 NOT NULL,
	`read` integer DEFAULT false NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`is_edited` integer DEFAULT false NOT NULL,
	`is_forwarded` integer DEFAULT false NOT NULL,
	`is_stub` integer DEFAULT false NOT NULL,
	`quoted_msg_id` integer,
	`queue_id` integer,
	`media_state` text DEFAULT 'none' NOT NULL,
	`media_path` text,
	`media_name` text,
	`media_mime` text,
	`media_size` integer,
	`media_seconds` integer,
	`media_ticket` text,
	`remote_jid` text DEFAULT '' NOT NULL,
	`participant` text,
	`raw` text,
	`link_url` text,
	`error` text,
	`client_id` text,
	`sent_at` integer NOT NULL,
	`delivered_at` integer,
	`read_at` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`chat_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`quoted_msg_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_client_id_unique` ON `messages` (`client_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_identity` ON `messages` (`chat_id`,`wid`,`author`,`connection_id`);--> statement-breakpoint
CREATE INDEX `messages_by_ticket` ON `messages` (`ticket_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_to_ticket` ON `messages` (`id`,`ticket_id`);--> statement-breakpoint
CREATE INDEX `messages_by_wid` ON `messages` (`wid`);--> statement-breakpoint
CREATE INDEX `messages_by_day` ON `messages` (`created_at`,`connection_id`,`from_me`);--> statement-breakpoint
CREATE INDEX `messages_by_media` ON `messages` (`media_path`) WHERE media_path is not null;--> statement-breakpoint
CREATE INDEX `messages_by_contact` ON `messages` (`contact_id`) WHERE contact_id is not null;--> statement-breakpoint
CREATE INDEX `messages_by_quoted` ON `messages` (`quoted_msg_id`) WHERE quoted_msg_id is not null;--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lane` text NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`parked_at` integer,
	`error` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outbox_work` ON `outbox` (`parked_at`,`lane`,`id`);--> statement-breakpoint
CREATE TABLE `sent_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`wid` text NOT NULL,
	`message_id` integer NOT NULL,
	`kind` text NOT NULL,
	`raw` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sent_changes_wid_unique` ON `sent_changes` (`wid`);--> statement-breakpoint
CREATE INDEX `sent_changes_by_message` ON `sent_changes` (`message_id`,`kind`,`id`);--> statement-breakpoint
CREATE INDEX `sent_changes_by_age` ON `sent_changes` (`created_at`);--> statement-breakpoint
CREATE TABLE `holidays` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`day` text NOT NULL,
	`is_yearly` integer DEFAULT false NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `holidays_day` ON `holidays` (`day`);--> statement-breakpoint
CREATE TABLE `queue_options` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`queue_id` integer NOT NULL,
	`parent_id` integer,
	`option` text NOT NULL,
	`title` text NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`media_path` text DEFAULT '' NOT NULL,
	`media_name` text DEFAULT '' NOT NULL,
	`media_mime` text DEFAULT '' NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_id`) REFERENCES `queue_options`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `queue_options_level` ON `queue_options` (`queue_id`,`parent_id`);--> statement-breakpoint
CREATE INDEX `queue_options_parent` ON `queue_options` (`parent_id`);--> statement-breakpoint
CREATE TABLE `queues` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`color` text NOT NULL,
	`greeting_message` text DEFAULT '' NOT NULL,
	`out_of_hours_message` text DEFAULT '' NOT NULL,
	`schedules` text DEFAULT '[]' NOT NULL,
	`order_queue` integer,
	`integration_id` integer,
	`prompt_id` integer,
	`media_path` text DEFAULT '' NOT NULL,
	`media_name` text DEFAULT '' NOT NULL,
	`media_mime` text DEFAULT '' NOT NULL,
	`assignment` text DEFAULT 'off' NOT NULL,
	`assignment_limit` integer DEFAULT 0 NOT NULL,
	`is_sticky` integer DEFAULT false NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `queues_name_unique` ON `queues` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `queues_color_unique` ON `queues` (`color`);--> statement-breakpoint
CREATE TABLE `setting_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`before` text DEFAULT '' NOT NULL,
	`after` text DEFAULT '' NOT NULL,
	`user_id` integer,
	`user_name` text DEFAULT '' NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `setting_changes_by_key` ON `setting_changes` (`key`,`id`);--> statement-breakpoint
CREATE TABLE `settings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `settings_key_unique` ON `settings` (`key`);--> statement-breakpoint
CREATE TABLE `user_queues` (
	`user_id` integer NOT NULL,
	`queue_id` integer NOT NULL,
	`assigned_at` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	PRIMARY KEY(`user_id`, `queue_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `user_queues_queue` ON `user_queues` (`queue_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`profile` text NOT NULL,
	`super` integer DEFAULT false NOT NULL,
	`all_ticket` integer DEFAULT false NOT NULL,
	`connection_id` integer,
	`token_version` integer DEFAULT 0 NOT NULL,
	`online` integer DEFAULT false NOT NULL,
	`seen_at` integer,
	`language` text,
	`picture_path` text DEFAULT '' NOT NULL,
	`disabled_at` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE TABLE `rule_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rule_id` integer NOT NULL,
	`ticket_id` integer NOT NULL,
	`cause` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`rule_id`) REFERENCES `rules`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rule_runs_cause` ON `rule_runs` (`rule_id`,`cause`);--> statement-breakpoint
CREATE INDEX `rule_runs_ticket` ON `rule_runs` (`ticket_id`);--> statement-breakpoint
CREATE INDEX `rule_runs_by_age` ON `rule_runs` (`created_at`);--> statement-breakpoint
CREATE TABLE `rules` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`happening` text NOT NULL,
	`actions` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rules_name_unique` ON `rules` (`name`);--> statement-breakpoint
CREATE TABLE `ratings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ticket_id` integer NOT NULL,
	`tracking_id` integer NOT NULL,
	`user_id` integer,
	`rate` integer NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tracking_id`) REFERENCES `ticket_trackings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ratings_attendance` ON `ratings` (`tracking_id`);--> statement-breakpoint
CREATE INDEX `ratings_ticket` ON `ratings` (`ticket_id`);--> statement-breakpoint
CREATE INDEX `ratings_person` ON `ratings` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `tags` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`search_name` text NOT NULL,
	`color` text NOT NULL,
	`kanban` integer DEFAULT false NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_search_name_unique` ON `tags` (`search_name`);--> statement-breakpoint
CREATE TABLE `ticket_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ticket_id` integer NOT NULL,
	`type` text NOT NULL,
	`user_id` integer,
	`data` text DEFAULT '{}' NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `ticket_events_ticket` ON `ticket_events` (`ticket_id`,`id`);--> statement-breakpoint
CREATE TABLE `ticket_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`note` text NOT NULL,
	`ticket_id` integer,
	`contact_id` integer NOT NULL,
	`user_id` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `ticket_notes_contact` ON `ticket_notes` (`contact_id`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_notes_ticket` ON `ticket_notes` (`ticket_id`,`id`);--> statement-breakpoint
CREATE TABLE `ticket_tags` (
	`ticket_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	PRIMARY KEY(`ticket_id`, `tag_id`),
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ticket_tags_tag` ON `ticket_tags` (`tag_id`);--> statement-breakpoint
CREATE TABLE `ticket_trackings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ticket_id` integer NOT NULL,
	`connection_id` integer,
	`user_id` integer,
	`queue_id` integer,
	`queued_at` integer,
	`first_answer_at` integer,
	`started_at` integer,
	`finished_at` integer,
	`rating_at` integer,
	`chatbot_at` integer,
	`rated` integer DEFAULT false NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `ticket_trackings_ticket` ON `ticket_trackings` (`ticket_id`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_trackings_rating` ON `ticket_trackings` (`rating_at`) WHERE rating_at is not null and rated = 0;--> statement-breakpoint
CREATE TABLE `tickets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uuid` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`contact_id` integer NOT NULL,
	`connection_id` integer,
	`user_id` integer,
	`queue_id` integer,
	`is_group` integer DEFAULT false NOT NULL,
	`unread_messages` integer DEFAULT 0 NOT NULL,
	`last_message` text DEFAULT '' NOT NULL,
	`last_message_id` integer,
	`from_me` integer DEFAULT false NOT NULL,
	`waiting_since` integer,
	`answered_at` integer,
	`snoozed_until` integer,
	`chatbot` integer DEFAULT false NOT NULL,
	`bot` text,
	`queue_option_id` integer,
	`amount_used_bot_queues` integer DEFAULT 0 NOT NULL,
	`use_integration` integer DEFAULT false NOT NULL,
	`integration_id` integer,
	`prompt_id` integer,
	`typebot_session_id` text,
	`typebot_status` integer DEFAULT false NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_uuid_unique` ON `tickets` (`uuid`);--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_one_open` ON `tickets` (`contact_id`,`connection_id`) WHERE status <> 'closed';--> statement-breakpoint
CREATE INDEX `tickets_by_contact` ON `tickets` (`contact_id`,`connection_id`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_listed` ON `tickets` (`status`,`updated_at`,`id`,`queue_id`,`user_id`,`snoozed_until`);--> statement-breakpoint
CREATE INDEX `tickets_waiting` ON `tickets` (`status`,`waiting_since`,`id`,`queue_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `tickets_by_update` ON `tickets` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_by_user` ON `tickets` (`user_id`,`status`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_by_queue` ON `tickets` (`queue_id`,`status`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_snoozed` ON `tickets` (`snoozed_until`) WHERE snoozed_until is not null;--> statement-breakpoint
CREATE INDEX `tickets_answered` ON `tickets` (`connection_id`,`answered_at`) WHERE status = 'open' and answered_at is not null;
--> statement-breakpoint
CREATE VIRTUAL TABLE contacts_fts USING fts5(name, number, content='contacts', content_rowid='id', tokenize='trigram remove_diacritics 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE messages_fts USING fts5(body, content='messages', content_rowid='id', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE TRIGGER contacts_fts_after_update AFTER UPDATE OF name, number ON contacts BEGIN
  INSERT INTO contacts_fts(rowid, name, number) VALUES (new.id, new.name, new.number);
END;
--> statement-breakpoint
CREATE TRIGGER contacts_fts_before_update BEFORE UPDATE OF name, number ON contacts BEGIN
  INSERT INTO contacts_fts(contacts_fts, rowid, name, number) VALUES ('delete', old.id, old.name, old.number);
END;
--> statement-breakpoint
CREATE TRIGGER contacts_fts_delete AFTER DELETE ON contacts BEGIN
  INSERT INTO contacts_fts(contacts_fts, rowid, name, number) VALUES ('delete', old.id, old.name, old.number);
END;
--> statement-breakpoint
CREATE TRIGGER contacts_fts_insert AFTER INSERT ON contacts BEGIN
  INSERT INTO contacts_fts(rowid, name, number) VALUES (new.id, new.name, new.number);
END;
--> statement-breakpoint
CREATE TRIGGER `contacts_sorted_insert` AFTER INSERT ON `contacts` BEGIN
  UPDATE `contacts` SET sort_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name, 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'Ç', 'c'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'Í', 'i'), 'Ì', 'i') WHERE id = new.id;
  UPDATE `contacts` SET sort_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(sort_name, 'Î', 'i'), 'Ï', 'i'), 'Ñ', 'n'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'Ý', 'y') WHERE id = new.id;
  UPDATE `contacts` SET sort_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(sort_name, 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'ç', 'c'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'í', 'i'), 'ì', 'i') WHERE id = new.id;
  UPDATE `contacts` SET sort_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(sort_name, 'î', 'i'), 'ï', 'i'), 'ñ', 'n'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'ý', 'y') WHERE id = new.id;
  UPDATE `contacts` SET sort_name = lower(sort_name) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `contacts_sorted_update` AFTER UPDATE OF `name` ON `contacts` BEGIN
  UPDATE `contacts` SET sort_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name, 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'Ç', 'c'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'Í', 'i'), 'Ì', 'i') WHERE id = new.id;
  UPDATE `contacts` SET sort_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(sort_name, 'Î', 'i'), 'Ï', 'i'), 'Ñ', 'n'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'Ý', 'y') WHERE id = new.id;
  UPDATE `contacts` SET sort_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(sort_name, 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'ç', 'c'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'í', 'i'), 'ì', 'i') WHERE id = new.id;
  UPDATE `contacts` SET sort_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(sort_name, 'î', 'i'), 'ï', 'i'), 'ñ', 'n'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'ý', 'y') WHERE id = new.id;
  UPDATE `contacts` SET sort_name = lower(sort_name) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_fts_after_update AFTER UPDATE OF body, media_type ON messages WHEN new.body <> '' AND new.media_type NOT IN ('locationMessage', 'unknown') BEGIN
  INSERT INTO messages_fts(rowid, body) VALUES (new.id, new.body);
END;
--> statement-breakpoint
CREATE TRIGGER messages_fts_before_update BEFORE UPDATE OF body, media_type ON messages WHEN old.body <> '' AND old.media_type NOT IN ('locationMessage', 'unknown') BEGIN
  INSERT INTO messages_fts(messages_fts, rowid, body) VALUES ('delete', old.id, old.body);
END;
--> statement-breakpoint
CREATE TRIGGER messages_fts_delete AFTER DELETE ON messages WHEN old.body <> '' AND old.media_type NOT IN ('locationMessage', 'unknown') BEGIN
  INSERT INTO messages_fts(messages_fts, rowid, body) VALUES ('delete', old.id, old.body);
END;
--> statement-breakpoint
CREATE TRIGGER messages_fts_insert AFTER INSERT ON messages WHEN new.body <> '' AND new.media_type NOT IN ('locationMessage', 'unknown') BEGIN
  INSERT INTO messages_fts(rowid, body) VALUES (new.id, new.body);
END;
