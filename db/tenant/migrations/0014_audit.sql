CREATE TABLE `audit_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`action` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text DEFAULT '' NOT NULL,
	`subject_name` text DEFAULT '' NOT NULL,
	`person_id` integer,
	`person_name` text DEFAULT '' NOT NULL,
	`person_company_id` integer,
	`address` text DEFAULT '' NOT NULL,
	`device` text DEFAULT '' NOT NULL,
	`before` text,
	`after` text,
	`previous_hash` text DEFAULT '' NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entries_at` ON `audit_entries` (`at`);--> statement-breakpoint
CREATE INDEX `audit_entries_action` ON `audit_entries` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_entries_kind` ON `audit_entries` (`kind`,`at`);--> statement-breakpoint
CREATE INDEX `audit_entries_person` ON `audit_entries` (`person_id`,`at`);
--> statement-breakpoint
CREATE VIRTUAL TABLE audit_entries_fts USING fts5(subject_name, person_name, content='audit_entries', content_rowid='id', tokenize='trigram remove_diacritics 1');--> statement-breakpoint
CREATE TRIGGER audit_entries_fts_insert AFTER INSERT ON audit_entries BEGIN
  INSERT INTO audit_entries_fts(rowid, subject_name, person_name) VALUES (new.id, new.subject_name, new.person_name);
END;--> statement-breakpoint
CREATE TRIGGER audit_entries_fts_delete AFTER DELETE ON audit_entries BEGIN
  INSERT INTO audit_entries_fts(audit_entries_fts, rowid, subject_name, person_name) VALUES ('delete', old.id, old.subject_name, old.person_name);
END;
