ALTER TABLE `deleted_companies` ADD `record` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `campaigns_enabled` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `campaigns` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `schedules` integer DEFAULT 0 NOT NULL;