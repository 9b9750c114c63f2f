ALTER TABLE `sending_days` ADD `number` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `sending_days` SET `number` = coalesce((SELECT `number` FROM `connections` WHERE `connections`.`id` = `sending_days`.`connection_id`), '');--> statement-breakpoint
CREATE INDEX `sending_days_number` ON `sending_days` (`number`,`day`);