/** Activities: what fans do, recorded, fed on to others and counted. */
@NullMarked
package encore.api.activities;

import org.jspecify.annotations.NullMarked;
