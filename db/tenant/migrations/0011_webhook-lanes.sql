CREATE TABLE `webhook_lanes` (
	`webhook_id` integer NOT NULL,
	`lane` text NOT NULL,
	`slot` integer NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`webhook_id`, `lane`),
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_lanes_slot` ON `webhook_lanes` (`webhook_id`,`slot`,`due_at`);--> statement-breakpoint
CREATE INDEX `webhook_lanes_due` ON `webhook_lanes` (`webhook_id`,`due_at`);--> statement-breakpoint
ALTER TABLE `webhook_deliveries` ADD `subject` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_deliveries` ADD `waiting_since` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_expiring` ON `webhook_deliveries` (`waiting_since`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_subject` ON `webhook_deliveries` (`webhook_id`,`subject`,`id`);--> statement-breakpoint
ALTER TABLE `webhooks` ADD `previous_secret` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `previous_until` integer;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `paused_for` text;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `failures_in_a_row` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `rests_until` integer;