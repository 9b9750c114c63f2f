CREATE TABLE `credits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`cents` integer NOT NULL,
	`note` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `credits_company` ON `credits` (`company_id`,`id`);--> statement-breakpoint
ALTER TABLE `invoices` ADD `credit_cents` integer DEFAULT 0 NOT NULL;