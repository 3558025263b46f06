/** The view store in SQLite files, one for each version of a projection. */
@NullMarked
package encore.infra.views.sqlite;

import org.jspecify.annotations.NullMarked;
