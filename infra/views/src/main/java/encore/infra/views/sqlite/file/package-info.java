/** One SQLite file: its connections, tables, indexes, and the statements that read it. */
@NullMarked
package encore.infra.views.sqlite.file;

import org.jspecify.annotations.NullMarked;
