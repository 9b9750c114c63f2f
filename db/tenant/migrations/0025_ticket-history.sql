CREATE INDEX `ticket_events_doer` ON `ticket_events` (`user_id`,`created_at`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `ticket_events_when` ON `ticket_events` (`created_at`);