CREATE TABLE `announcement_companies` (
	`announcement_id` integer NOT NULL,
	`company_id` integer NOT NULL,
	PRIMARY KEY(`announcement_id`, `company_id`),
	FOREIGN KEY (`announcement_id`) REFERENCES `announcements`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `announcement_companies_company` ON `announcement_companies` (`company_id`,`announcement_id`);--> statement-breakpoint
ALTER TABLE `announcements` ADD `for_all` integer DEFAULT true NOT NULL;