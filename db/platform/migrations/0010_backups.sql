CREATE TABLE `backups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`status` text NOT NULL,
	`started_by` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`name` text DEFAULT '' NOT NULL,
	`is_encrypted` integer NOT NULL,
	`reason` text,
	`details` text DEFAULT '' NOT NULL,
	`companies` integer DEFAULT 0 NOT NULL,
	`messages` integer DEFAULT 0 NOT NULL,
	`files` integer DEFAULT 0 NOT NULL,
	`added_bytes` integer DEFAULT 0 NOT NULL,
	`differences` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `backups_status` ON `backups` (`status`,`started_at`);