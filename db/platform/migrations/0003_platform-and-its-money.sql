CREATE TABLE `charges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`invoice_id` integer NOT NULL,
	`provider` text NOT NULL,
	`method` text NOT NULL,
	`reference` text NOT NULL,
	`provider_id` text,
	`cents` integer NOT NULL,
	`status` text NOT NULL,
	`pix_code` text,
	`link` text,
	`expires_at` integer,
	`paid_cents` integer,
	`confirmed_at` integer,
	`asked_at` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `charges_reference` ON `charges` (`provider`,`reference`);--> statement-breakpoint
CREATE INDEX `charges_provider_id` ON `charges` (`provider`,`provider_id`);--> statement-breakpoint
CREATE INDEX `charges_invoice` ON `charges` (`invoice_id`,`id`);--> statement-breakpoint
CREATE INDEX `charges_unsettled` ON `charges` (`status`,`asked_at`,`id`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`detail` text NOT NULL,
	`kind` text DEFAULT 'period' NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`cents` integer NOT NULL,
	`due_date` integer NOT NULL,
	`due_day` text NOT NULL,
	`plan_id` integer,
	`users` integer NOT NULL,
	`connections` integer NOT NULL,
	`queues` integer NOT NULL,
	`recurrence` text NOT NULL,
	`paid_at` integer,
	`paid_until` integer,
	`paid_by` text,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_once` ON `invoices` (`company_id`,`due_day`,`kind`);--> statement-breakpoint
CREATE INDEX `invoices_listed` ON `invoices` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_open` ON `invoices` (`status`,`due_date`,`id`);--> statement-breakpoint
CREATE TABLE `payment_notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`provider` text NOT NULL,
	`reference` text NOT NULL,
	`reason` text NOT NULL,
	`cents` integer,
	`company_id` integer,
	`invoice_id` integer,
	`is_settled` integer DEFAULT false NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_notices_once` ON `payment_notices` (`provider`,`reference`,`reason`);--> statement-breakpoint
CREATE INDEX `payment_notices_open` ON `payment_notices` (`is_settled`,`id`);--> statement-breakpoint
CREATE TABLE `company_figures` (
	`company_id` integer PRIMARY KEY NOT NULL,
	`users` integer DEFAULT 0 NOT NULL,
	`connections` integer DEFAULT 0 NOT NULL,
	`messages_today` integer DEFAULT 0 NOT NULL,
	`storage_bytes` integer DEFAULT 0 NOT NULL,
	`last_activity_at` integer,
	`counted_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `company_figures_activity` ON `company_figures` (`last_activity_at`);--> statement-breakpoint
CREATE TABLE `deleted_companies` (
	`company_id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`deleted_at` integer NOT NULL,
	`kept_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `helps` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`video` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `helps_listed` ON `helps` (`title`,`id`);--> statement-breakpoint
CREATE TABLE `email_confirmations` (
	`hash` text NOT NULL,
	`company_id` integer PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `email_confirmations_hash` ON `email_confirmations` (`hash`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`hash` text PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `invitations_person` ON `invitations` (`company_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `password_resets` (
	`email` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE TABLE `logos` (
	`ref` text PRIMARY KEY NOT NULL,
	`media_path` text NOT NULL,
	`media_mime` text NOT NULL,
	`bytes` integer NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`kind` text NOT NULL,
	`company_id` integer,
	`recipient` text NOT NULL,
	`language` text NOT NULL,
	`sealed` text,
	`status` text DEFAULT 'waiting' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`last_error` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mails_key_unique` ON `mails` (`key`);--> statement-breakpoint
CREATE INDEX `mails_waiting` ON `mails` (`status`,`next_try_at`,`id`);--> statement-breakpoint
CREATE INDEX `mails_listed` ON `mails` (`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `companies` ADD `trial_expiration` integer;--> statement-breakpoint
ALTER TABLE `companies` ADD `language` text DEFAULT 'pt' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `email_confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `companies` ADD `billing_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `billing_email` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `document` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `address_zip_code` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `address_street` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `address_district` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `address_city` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `address_state` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `address_country` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `companies_due` ON `companies` (`due_date`);--> statement-breakpoint
CREATE INDEX `companies_plan` ON `companies` (`plan_id`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `visitor_company_id` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `visitor_id` integer;