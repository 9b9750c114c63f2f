CREATE TABLE `api_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`prefix` text DEFAULT '' NOT NULL,
	`company_id` integer NOT NULL,
	`connection_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_connection` ON `api_tokens` (`company_id`,`connection_id`);