/** Points over HTTP: their types, records, boards and balances. */
@NullMarked
package encore.api.points;

import org.jspecify.annotations.NullMarked;
