@NullMarked
package encore.api;

import org.jspecify.annotations.NullMarked;
