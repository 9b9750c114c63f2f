DROP INDEX `mails_waiting`;--> statement-breakpoint
ALTER TABLE `mails` ADD `useful_until` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL;--> statement-breakpoint
CREATE INDEX `mails_waiting` ON `mails` (`status`,`useful_until`,`id`);