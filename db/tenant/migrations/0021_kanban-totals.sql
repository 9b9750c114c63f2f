CREATE TABLE `kanban_totals` (
	`tag_id` integer,
	`status` text NOT NULL,
	`queue_id` integer,
	`user_id` integer,
	`tickets` integer NOT NULL,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `kanban_totals_group` ON `kanban_totals` (`status`,`queue_id`,`user_id`,`tag_id`);--> statement-breakpoint
CREATE TABLE `tag_totals` (
	`tag_id` integer PRIMARY KEY NOT NULL,
	`tickets` integer NOT NULL,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO tag_totals (tag_id, tickets) SELECT tag_id, count(*) FROM ticket_tags GROUP BY tag_id;
--> statement-breakpoint
INSERT INTO kanban_totals (tag_id, status, queue_id, user_id, tickets)
    SELECT tag_id, status, queue_id, user_id, count(*) FROM (
      SELECT ticket_tags.tag_id, tickets.status, tickets.queue_id, tickets.user_id FROM tickets
        JOIN ticket_tags ON ticket_tags.ticket_id = tickets.id JOIN tags ON tags.id = ticket_tags.tag_id
        WHERE tickets.status IN ('pending', 'open') AND tags.kanban = 1
      UNION ALL SELECT NULL, status, queue_id, user_id FROM tickets WHERE status IN ('pending', 'open') AND NOT EXISTS (SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = tickets.id AND tags.kanban = 1))
    GROUP BY tag_id, status, queue_id, user_id;
--> statement-breakpoint
CREATE TRIGGER tag_totals_insert AFTER INSERT ON ticket_tags BEGIN
  INSERT INTO tag_totals (tag_id, tickets) SELECT new.tag_id, 0 WHERE NOT EXISTS (SELECT 1 FROM tag_totals WHERE tag_id = new.tag_id);
  UPDATE tag_totals SET tickets = tickets + 1 WHERE tag_id = new.tag_id;
END;
--> statement-breakpoint
CREATE TRIGGER tag_totals_delete AFTER DELETE ON ticket_tags BEGIN
  UPDATE tag_totals SET tickets = tickets - 1 WHERE tag_id = old.tag_id;
END;
--> statement-breakpoint
CREATE TRIGGER kanban_totals_ticket_insert AFTER INSERT ON tickets WHEN new.status IN ('pending', 'open') BEGIN
  INSERT INTO kanban_totals (tag_id, status, queue_id, user_id, tickets)
    SELECT lane.tag_id, new.status, new.queue_id, new.user_id, 0 FROM (
      SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = new.id AND tags.kanban = 1
      UNION ALL SELECT NULL WHERE NOT EXISTS (SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = new.id AND tags.kanban = 1)) lane
    WHERE new.status IN ('pending', 'open') AND NOT EXISTS (SELECT 1 FROM kanban_totals WHERE kanban_totals.status = new.status AND kanban_totals.queue_id IS new.queue_id AND kanban_totals.user_id IS new.user_id AND tag_id IS lane.tag_id);
  UPDATE kanban_totals SET tickets = tickets + 1 WHERE kanban_totals.status = new.status AND kanban_totals.queue_id IS new.queue_id AND kanban_totals.user_id IS new.user_id
    AND (tag_id IN (SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = new.id AND tags.kanban = 1) OR (tag_id IS NULL AND NOT EXISTS (SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = new.id AND tags.kanban = 1)));
END;
--> statement-breakpoint
CREATE TRIGGER kanban_totals_ticket_delete BEFORE DELETE ON tickets WHEN old.status IN ('pending', 'open') BEGIN
  UPDATE kanban_totals SET tickets = tickets - 1 WHERE kanban_totals.status = old.status AND kanban_totals.queue_id IS old.queue_id AND kanban_totals.user_id IS old.user_id
    AND (tag_id IN (SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = old.id AND tags.kanban = 1) OR (tag_id IS NULL AND NOT EXISTS (SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = old.id AND tags.kanban = 1)));
END;
--> statement-breakpoint
CREATE TRIGGER kanban_totals_ticket_update AFTER UPDATE OF status, queue_id, user_id ON tickets
WHEN old.status <> new.status OR old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id BEGIN
  UPDATE kanban_totals SET tickets = tickets - 1 WHERE kanban_totals.status = old.status AND kanban_totals.queue_id IS old.queue_id AND kanban_totals.user_id IS old.user_id
    AND (tag_id IN (SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = old.id AND tags.kanban = 1) OR (tag_id IS NULL AND NOT EXISTS (SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = old.id AND tags.kanban = 1)));
  INSERT INTO kanban_totals (tag_id, status, queue_id, user_id, tickets)
    SELECT lane.tag_id, new.status, new.queue_id, new.user_id, 0 FROM (
      SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = new.id AND tags.kanban = 1
      UNION ALL SELECT NULL WHERE NOT EXISTS (SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = new.id AND tags.kanban = 1)) lane
    WHERE new.status IN ('pending', 'open') AND NOT EXISTS (SELECT 1 FROM kanban_totals WHERE kanban_totals.status = new.status AND kanban_totals.queue_id IS new.queue_id AND kanban_totals.user_id IS new.user_id AND tag_id IS lane.tag_id);
  UPDATE kanban_totals SET tickets = tickets + 1 WHERE kanban_totals.status = new.status AND kanban_totals.queue_id IS new.queue_id AND kanban_totals.user_id IS new.user_id
    AND (tag_id IN (SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = new.id AND tags.kanban = 1) OR (tag_id IS NULL AND NOT EXISTS (SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = new.id AND tags.kanban = 1)));
END;
--> statement-breakpoint
CREATE TRIGGER kanban_totals_tag_insert AFTER INSERT ON ticket_tags WHEN EXISTS (SELECT 1 FROM tags WHERE id = new.tag_id AND kanban = 1) BEGIN
  UPDATE kanban_totals SET tickets = kanban_totals.tickets - 1 FROM tickets WHERE tickets.id = new.ticket_id AND kanban_totals.status = tickets.status AND kanban_totals.queue_id IS tickets.queue_id AND kanban_totals.user_id IS tickets.user_id AND kanban_totals.tag_id IS NULL
    AND NOT EXISTS (SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = new.ticket_id AND tags.kanban = 1 AND tags.id <> new.tag_id);
  INSERT INTO kanban_totals (tag_id, status, queue_id, user_id, tickets)
    SELECT new.tag_id, tickets.status, tickets.queue_id, tickets.user_id, 0 FROM tickets WHERE tickets.id = new.ticket_id AND tickets.status IN ('pending', 'open')
      AND NOT EXISTS (SELECT 1 FROM kanban_totals WHERE kanban_totals.status = tickets.status AND kanban_totals.queue_id IS tickets.queue_id AND kanban_totals.user_id IS tickets.user_id AND tag_id = new.tag_id);
  UPDATE kanban_totals SET tickets = kanban_totals.tickets + 1 FROM tickets WHERE tickets.id = new.ticket_id AND kanban_totals.status = tickets.status AND kanban_totals.queue_id IS tickets.queue_id AND kanban_totals.user_id IS tickets.user_id AND kanban_totals.tag_id = new.tag_id;
END;
--> statement-breakpoint
CREATE TRIGGER kanban_totals_tag_delete AFTER DELETE ON ticket_tags WHEN EXISTS (SELECT 1 FROM tags WHERE id = old.tag_id AND kanban = 1) BEGIN
  UPDATE kanban_totals SET tickets = kanban_totals.tickets - 1 FROM tickets WHERE tickets.id = old.ticket_id AND kanban_totals.status = tickets.status AND kanban_totals.queue_id IS tickets.queue_id AND kanban_totals.user_id IS tickets.user_id AND kanban_totals.tag_id = old.tag_id;
  INSERT INTO kanban_totals (status, queue_id, user_id, tickets)
    SELECT tickets.status, tickets.queue_id, tickets.user_id, 0 FROM tickets WHERE tickets.id = old.ticket_id AND tickets.status IN ('pending', 'open')
      AND NOT EXISTS (SELECT 1 FROM kanban_totals WHERE kanban_totals.status = tickets.status AND kanban_totals.queue_id IS tickets.queue_id AND kanban_totals.user_id IS tickets.user_id AND tag_id IS NULL);
  UPDATE kanban_totals SET tickets = kanban_totals.tickets + 1 FROM tickets WHERE tickets.id = old.ticket_id AND kanban_totals.status = tickets.status AND kanban_totals.queue_id IS tickets.queue_id AND kanban_totals.user_id IS tickets.user_id AND kanban_totals.tag_id IS NULL
    AND NOT EXISTS (SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = old.ticket_id AND tags.kanban = 1);
END;
--> statement-breakpoint
CREATE TRIGGER kanban_totals_column_change AFTER UPDATE OF kanban ON tags WHEN old.kanban <> new.kanban BEGIN
  DELETE FROM kanban_totals;
  INSERT INTO kanban_totals (tag_id, status, queue_id, user_id, tickets)
    SELECT tag_id, status, queue_id, user_id, count(*) FROM (
      SELECT ticket_tags.tag_id, tickets.status, tickets.queue_id, tickets.user_id FROM tickets
        JOIN ticket_tags ON ticket_tags.ticket_id = tickets.id JOIN tags ON tags.id = ticket_tags.tag_id
        WHERE tickets.status IN ('pending', 'open') AND tags.kanban = 1
      UNION ALL SELECT NULL, status, queue_id, user_id FROM tickets WHERE status IN ('pending', 'open') AND NOT EXISTS (SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = tickets.id AND tags.kanban = 1))
    GROUP BY tag_id, status, queue_id, user_id;
END;
--> statement-breakpoint
CREATE TRIGGER kanban_totals_column_delete BEFORE DELETE ON tags WHEN old.kanban = 1 BEGIN
  DELETE FROM kanban_totals;
  INSERT INTO kanban_totals (tag_id, status, queue_id, user_id, tickets)
    SELECT tag_id, status, queue_id, user_id, count(*) FROM (
      SELECT ticket_tags.tag_id, tickets.status, tickets.queue_id, tickets.user_id FROM tickets
        JOIN ticket_tags ON ticket_tags.ticket_id = tickets.id JOIN tags ON tags.id = ticket_tags.tag_id
        WHERE tickets.status IN ('pending', 'open') AND tags.kanban = 1 AND tags.id <> old.id
      UNION ALL SELECT NULL, status, queue_id, user_id FROM tickets WHERE status IN ('pending', 'open') AND NOT EXISTS (SELECT ticket_tags.tag_id FROM ticket_tags JOIN tags ON tags.id = ticket_tags.tag_id WHERE ticket_tags.ticket_id = tickets.id AND tags.kanban = 1 AND tags.id <> old.id))
    GROUP BY tag_id, status, queue_id, user_id;
END;
