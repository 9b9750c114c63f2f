ALTER TABLE `invoices` ADD `changes_plan` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `warned_at` integer;--> statement-breakpoint
ALTER TABLE `payment_notices` ADD `note` text DEFAULT '' NOT NULL;