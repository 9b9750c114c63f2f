DROP INDEX `session_journal_order`;--> statement-breakpoint
DROP INDEX `contacts_name`;--> statement-breakpoint
ALTER TABLE `contacts` ADD `sort_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `contacts_by_name` ON `contacts` (`sort_name`,`id`);--> statement-breakpoint
DROP INDEX `messages_identity`;--> statement-breakpoint
DROP INDEX `messages_by_media`;--> statement-breakpoint
CREATE INDEX `messages_by_contact` ON `messages` (`contact_id`) WHERE contact_id is not null;--> statement-breakpoint
CREATE INDEX `messages_by_quoted` ON `messages` (`quoted_msg_id`) WHERE quoted_msg_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_identity` ON `messages` (`chat_id`,`wid`,`author`,`connection_id`);--> statement-breakpoint
CREATE INDEX `messages_by_media` ON `messages` (`media_path`) WHERE media_path is not null;--> statement-breakpoint
CREATE INDEX `message_reactions_author` ON `message_reactions` (`author`);--> statement-breakpoint
CREATE TRIGGER `contacts_sorted_insert` AFTER INSERT ON `contacts` BEGIN
  UPDATE `contacts` SET sort_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name, 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'Ç', 'c'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'Í', 'i'), 'Ì', 'i') WHERE id = new.id;
  UPDATE `contacts` SET sort_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(sort_name, 'Î', 'i'), 'Ï', 'i'), 'Ñ', 'n'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'Ý', 'y') WHERE id = new.id;
  UPDATE `contacts` SET sort_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(sort_name, 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'ç', 'c'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'í', 'i'), 'ì', 'i') WHERE id = new.id;
  UPDATE `contacts` SET sort_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(sort_name, 'î', 'i'), 'ï', 'i'), 'ñ', 'n'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'ý', 'y') WHERE id = new.id;
  UPDATE `contacts` SET sort_name = lower(sort_name) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `contacts_sorted_update` AFTER UPDATE OF `name` ON `contacts` BEGIN
  UPDATE `contacts` SET sort_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name, 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'Ç', 'c'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'Í', 'i'), 'Ì', 'i') WHERE id = new.id;
  UPDATE `contacts` SET sort_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(sort_name, 'Î', 'i'), 'Ï', 'i'), 'Ñ', 'n'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'Ý', 'y') WHERE id = new.id;
  UPDATE `contacts` SET sort_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(sort_name, 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'ç', 'c'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'í', 'i'), 'ì', 'i') WHERE id = new.id;
  UPDATE `contacts` SET sort_name = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(sort_name, 'î', 'i'), 'ï', 'i'), 'ñ', 'n'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'ý', 'y') WHERE id = new.id;
  UPDATE `contacts` SET sort_name = lower(sort_name) WHERE id = new.id;
END;
--> statement-breakpoint
UPDATE `contacts` SET name = name;
