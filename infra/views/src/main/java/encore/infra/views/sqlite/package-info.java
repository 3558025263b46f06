/** The views in files of SQLite: one a projection and version. */
@NullMarked
package encore.infra.views.sqlite;

import org.jspecify.annotations.NullMarked;
