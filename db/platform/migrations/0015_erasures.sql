CREATE TABLE `company_erasures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uuid` text NOT NULL,
	`company_id` integer NOT NULL,
	`name_hash` text NOT NULL,
	`step` text NOT NULL,
	`counts` text NOT NULL,
	`names` text,
	`asked_at` integer NOT NULL,
	`user_name` text DEFAULT '' NOT NULL,
	`ended_at` integer,
	`backups_until` integer,
	`trouble` text DEFAULT '' NOT NULL,
	`seal` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `company_erasures_uuid_unique` ON `company_erasures` (`uuid`);--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `salt` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE TRIGGER audit_entries_fts_update AFTER UPDATE OF subject_name, person_name ON audit_entries BEGIN
  INSERT INTO audit_entries_fts(audit_entries_fts, rowid, subject_name, person_name) VALUES ('delete', old.id, old.subject_name, old.person_name);
  INSERT INTO audit_entries_fts(rowid, subject_name, person_name) VALUES (new.id, new.subject_name, new.person_name);
END;
