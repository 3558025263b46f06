/** Annotations and types with which input records describe their components beyond the Java type. */
@NullMarked
package encore.api.input;

import org.jspecify.annotations.NullMarked;
