CREATE TABLE `click_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`connection_id` integer,
	`text` text DEFAULT '' NOT NULL,
	`label` text DEFAULT '' NOT NULL,
	`color` text NOT NULL,
	`side` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `click_links_source_unique` ON `click_links` (`source`);--> statement-breakpoint
CREATE INDEX `tickets_by_source` ON `tickets` (`source`) WHERE source <> '';