CREATE TABLE evidence (
  document INTEGER NOT NULL, entity INTEGER NOT NULL, abstract INTEGER NOT NULL,
  start INTEGER NOT NULL, "end" INTEGER NOT NULL, text TEXT NOT NULL, rule TEXT NOT NULL,
  confidence REAL, candidates TEXT NOT NULL, in_title INTEGER NOT NULL,
  mention_start INTEGER NOT NULL, mention_end INTEGER NOT NULL, mention_text TEXT NOT NULL,
  linked_start INTEGER, linked_end INTEGER, linked_text TEXT, probability REAL,
  FOREIGN KEY (document, entity) REFERENCES entities
);
CREATE INDEX evidence_by_entity ON evidence (document, entity);
