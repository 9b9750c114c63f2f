CREATE TABLE `company_exports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`file_name` text NOT NULL,
	`made_by` text DEFAULT '' NOT NULL,
	`with_secrets` integer NOT NULL,
	`is_encrypted` integer NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`expires_at` integer,
	`bytes` integer DEFAULT 0 NOT NULL,
	`messages` integer DEFAULT 0 NOT NULL,
	`files` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `company_exports_company` ON `company_exports` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `company_exports_status` ON `company_exports` (`status`);