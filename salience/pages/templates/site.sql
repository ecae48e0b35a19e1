CREATE TEMP VIEW dated AS
  SELECT *, CASE WHEN date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]*' THEN substr(date, 1, 7)
    ELSE 'undated' END AS month
  FROM documents;
CREATE TEMP TABLE pages AS
  SELECT ROW_NUMBER() OVER (ORDER BY n_salient DESC, n_documents DESC, id) AS page, id, name, type,
    kb_id, n_documents, n_salient
  FROM names JOIN (SELECT id, SUM(salient) AS n_salient FROM entities GROUP BY id) USING (id)
  WHERE n_salient > 0 OR n_documents > 1;
CREATE UNIQUE INDEX temp.pages_by_id ON pages (id);
CREATE TEMP TABLE about AS SELECT document, id, score FROM entities WHERE salient;
CREATE INDEX temp.about_by_document ON about (document);
CREATE INDEX temp.about_by_id ON about (id);
CREATE TEMP VIEW listed AS
  SELECT document, id, title, substr(text, 1, 200) AS text, date, month,
    (SELECT group_concat(name, ', ') FROM (SELECT name FROM about JOIN pages USING (id)
      WHERE about.document = d.document ORDER BY score DESC LIMIT 4)) AS names
  FROM dated d;
CREATE VIRTUAL TABLE temp.called USING fts5 (name, content = '', tokenize = "{tokenizer}");
CREATE VIRTUAL TABLE temp.words USING fts5vocab (main, documents_search, instance);
CREATE VIRTUAL TABLE temp.name_words USING fts5vocab (temp, called, instance);
