CREATE TABLE `erasure_files` (
	`erasure_id` integer NOT NULL,
	`file` text NOT NULL,
	`sha256` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`erasure_id`, `file`),
	FOREIGN KEY (`erasure_id`) REFERENCES `erasures`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `erasures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uuid` text NOT NULL,
	`person_hash` text NOT NULL,
	`step` text NOT NULL,
	`counts` text NOT NULL,
	`subject` text,
	`asked_at` integer NOT NULL,
	`user_id` integer,
	`user_name` text DEFAULT '' NOT NULL,
	`ended_at` integer,
	`backups_until` integer,
	`trouble` text DEFAULT '' NOT NULL,
	`seal` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `erasures_uuid_unique` ON `erasures` (`uuid`);--> statement-breakpoint
CREATE TABLE `person_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uuid` text NOT NULL,
	`contact_id` integer NOT NULL,
	`user_id` integer,
	`state` text NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `person_files_uuid_unique` ON `person_files` (`uuid`);--> statement-breakpoint
CREATE INDEX `person_files_contact` ON `person_files` (`contact_id`,`id`);--> statement-breakpoint
CREATE INDEX `person_files_expiry` ON `person_files` (`expires_at`);--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `salt` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE TRIGGER audit_entries_fts_update AFTER UPDATE OF subject_name, person_name ON audit_entries BEGIN
  INSERT INTO audit_entries_fts(audit_entries_fts, rowid, subject_name, person_name) VALUES ('delete', old.id, old.subject_name, old.person_name);
  INSERT INTO audit_entries_fts(rowid, subject_name, person_name) VALUES (new.id, new.subject_name, new.person_name);
END;
