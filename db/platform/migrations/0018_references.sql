ALTER TABLE `sessions` ADD `device_ref` integer REFERENCES devices(id) ON DELETE set null;--> statement-breakpoint
UPDATE `sessions` SET `device_ref` = `device_id` WHERE `device_id` IN (SELECT `id` FROM `devices`);--> statement-breakpoint
ALTER TABLE `sessions` DROP COLUMN `device_id`;--> statement-breakpoint
ALTER TABLE `sessions` RENAME COLUMN `device_ref` TO `device_id`;--> statement-breakpoint
ALTER TABLE `sessions` ADD `visitor_company_ref` integer REFERENCES companies(id) ON DELETE cascade;--> statement-breakpoint
UPDATE `sessions` SET `visitor_company_ref` = `visitor_company_id` WHERE `visitor_company_id` IN (SELECT `id` FROM `companies`);--> statement-breakpoint
ALTER TABLE `sessions` DROP COLUMN `visitor_company_id`;--> statement-breakpoint
ALTER TABLE `sessions` RENAME COLUMN `visitor_company_ref` TO `visitor_company_id`;--> statement-breakpoint
CREATE INDEX `sessions_visitors` ON `sessions` (`visitor_company_id`) WHERE visitor_company_id is not null;--> statement-breakpoint
CREATE INDEX `sessions_device` ON `sessions` (`device_id`) WHERE device_id is not null;