/** Lists snapshots of fans. Who is in them, the index of fans knows. */
@NullMarked
package encore.query.snapshots;

import org.jspecify.annotations.NullMarked;
