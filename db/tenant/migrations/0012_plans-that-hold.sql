DROP INDEX `tickets_by_status`;--> statement-breakpoint
DROP INDEX `tickets_counts`;--> statement-breakpoint
CREATE INDEX `tickets_listed` ON `tickets` (`status`,`updated_at`,`id`,`queue_id`,`user_id`,`snoozed_until`);--> statement-breakpoint
CREATE INDEX `tickets_by_update` ON `tickets` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `contacts_groups` ON `contacts` (`id`) WHERE is_group = 1;--> statement-breakpoint
CREATE INDEX `messages_to_ticket` ON `messages` (`id`,`ticket_id`);