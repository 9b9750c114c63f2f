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
CREATE INDEX `sent_changes_by_age` ON `sent_changes` (`created_at`);