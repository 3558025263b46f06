/** Names of types on disk and between processes, which stay when a type is renamed. */
@NullMarked
package encore.kernel.names;

import org.jspecify.annotations.NullMarked;
