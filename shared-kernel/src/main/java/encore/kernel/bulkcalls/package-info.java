/** Calls that change many things and come with an Idempotency-Key: the key is used up before the first change. */
@NullMarked
package encore.kernel.bulkcalls;

import org.jspecify.annotations.NullMarked;
