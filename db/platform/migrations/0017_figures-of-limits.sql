ALTER TABLE `company_figures` ADD `lines` integer;--> statement-breakpoint
ALTER TABLE `company_figures` ADD `queues` integer;--> statement-breakpoint
ALTER TABLE `company_figures` ADD `campaigns` integer;--> statement-breakpoint
ALTER TABLE `company_figures` ADD `schedules` integer;