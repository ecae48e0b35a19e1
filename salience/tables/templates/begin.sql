PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA application_id = {application_id};
PRAGMA user_version = {version};
BEGIN;
CREATE TABLE documents (
  document INTEGER PRIMARY KEY, id TEXT NOT NULL, title TEXT, text TEXT, date TEXT, pipeline TEXT,
  abstracts INTEGER, warnings TEXT, topic TEXT
);
CREATE TABLE names (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, kb_id TEXT,
  n_documents INTEGER NOT NULL, n_mentions INTEGER NOT NULL
);
CREATE TABLE entities (
  document INTEGER NOT NULL REFERENCES documents, entity INTEGER NOT NULL,
  {columns},
  PRIMARY KEY (document, entity), FOREIGN KEY (id) REFERENCES names
);
CREATE TABLE mentions (
  document INTEGER NOT NULL, entity INTEGER NOT NULL, in_title INTEGER NOT NULL,
  start INTEGER NOT NULL, "end" INTEGER NOT NULL, text TEXT NOT NULL, kind TEXT NOT NULL,
  FOREIGN KEY (document, entity) REFERENCES entities
);
