/** Props: values that an account stores under names. */
@NullMarked
package encore.kernel.props;

import org.jspecify.annotations.NullMarked;
