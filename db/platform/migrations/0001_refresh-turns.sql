ALTER TABLE `sessions` ADD `turn` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `refreshed_at` integer;