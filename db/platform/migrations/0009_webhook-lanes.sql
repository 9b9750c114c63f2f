ALTER TABLE `invoices` ADD `told_at` integer;--> statement-breakpoint
CREATE INDEX `invoices_untold` ON `invoices` (`id`) WHERE status = 'paid' and told_at is null;