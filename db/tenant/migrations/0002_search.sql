CREATE VIRTUAL TABLE messages_fts USING fts5(body, content='messages', content_rowid='id', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE TRIGGER messages_fts_insert AFTER INSERT ON messages WHEN new.body <> '' AND new.media_type NOT IN ('locationMessage', 'unknown') BEGIN
  INSERT INTO messages_fts(rowid, body) VALUES (new.id, new.body);
END;
--> statement-breakpoint
CREATE TRIGGER messages_fts_delete AFTER DELETE ON messages WHEN old.body <> '' AND old.media_type NOT IN ('locationMessage', 'unknown') BEGIN
  INSERT INTO messages_fts(messages_fts, rowid, body) VALUES ('delete', old.id, old.body);
END;
--> statement-breakpoint
CREATE TRIGGER messages_fts_before_update BEFORE UPDATE OF body, media_type ON messages WHEN old.body <> '' AND old.media_type NOT IN ('locationMessage', 'unknown') BEGIN
  INSERT INTO messages_fts(messages_fts, rowid, body) VALUES ('delete', old.id, old.body);
END;
--> statement-breakpoint
CREATE TRIGGER messages_fts_after_update AFTER UPDATE OF body, media_type ON messages WHEN new.body <> '' AND new.media_type NOT IN ('locationMessage', 'unknown') BEGIN
  INSERT INTO messages_fts(rowid, body) VALUES (new.id, new.body);
END;
--> statement-breakpoint
INSERT INTO messages_fts(rowid, body) SELECT id, body FROM messages WHERE body <> '' AND media_type NOT IN ('locationMessage', 'unknown');
--> statement-breakpoint
CREATE VIRTUAL TABLE contacts_fts USING fts5(name, number, content='contacts', content_rowid='id', tokenize='trigram remove_diacritics 1');
--> statement-breakpoint
CREATE TRIGGER contacts_fts_insert AFTER INSERT ON contacts BEGIN
  INSERT INTO contacts_fts(rowid, name, number) VALUES (new.id, new.name, new.number);
END;
--> statement-breakpoint
CREATE TRIGGER contacts_fts_delete AFTER DELETE ON contacts BEGIN
  INSERT INTO contacts_fts(contacts_fts, rowid, name, number) VALUES ('delete', old.id, old.name, old.number);
END;
--> statement-breakpoint
CREATE TRIGGER contacts_fts_before_update BEFORE UPDATE OF name, number ON contacts BEGIN
  INSERT INTO contacts_fts(contacts_fts, rowid, name, number) VALUES ('delete', old.id, old.name, old.number);
END;
--> statement-breakpoint
CREATE TRIGGER contacts_fts_after_update AFTER UPDATE OF name, number ON contacts BEGIN
  INSERT INTO contacts_fts(rowid, name, number) VALUES (new.id, new.name, new.number);
END;
--> statement-breakpoint
INSERT INTO contacts_fts(rowid, name, number) SELECT id, name, number FROM contacts;
