/** Props of accounts over HTTP. */
@NullMarked
package encore.api.props;

import org.jspecify.annotations.NullMarked;
