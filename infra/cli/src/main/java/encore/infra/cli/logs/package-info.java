/** Finds a log, its keys and its signed heads by the names that a user gives. */
@NullMarked
package encore.infra.cli.logs;

import org.jspecify.annotations.NullMarked;
