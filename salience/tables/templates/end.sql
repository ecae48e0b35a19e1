BEGIN;
INSERT INTO names
  SELECT id, name, type, kb_id, n_documents, n_mentions FROM (
    SELECT id, name, type, kb_id,
      SUM(COUNT(*)) OVER same AS n_documents, SUM(SUM(n_mentions)) OVER same AS n_mentions,
      ROW_NUMBER() OVER (PARTITION BY id ORDER BY COUNT(*) DESC, name) AS place
    FROM entities GROUP BY id, name, type, kb_id WINDOW same AS (PARTITION BY id)
  ) WHERE place = 1 ORDER BY id;
CREATE INDEX documents_by_id ON documents (id);
CREATE INDEX documents_by_date ON documents (date);
CREATE INDEX entities_by_id ON entities (id);
CREATE INDEX mentions_by_entity ON mentions (document, entity);
CREATE VIRTUAL TABLE documents_search USING fts5
  (title, text, content = documents, content_rowid = document,
   tokenize = "{tokenizer}");
CREATE VIRTUAL TABLE names_search USING fts5
  (name, content = names, tokenize = "{tokenizer}");
INSERT INTO documents_search (documents_search) VALUES ('rebuild');
INSERT INTO names_search (names_search) VALUES ('rebuild');
COMMIT;
