ALTER TABLE `campaigns` ADD `turn` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `failures_in_a_row` integer DEFAULT 0 NOT NULL;