/** Idol events: when, where and as what an idol appears. */
@NullMarked
package encore.kernel.idolevents;

import org.jspecify.annotations.NullMarked;
