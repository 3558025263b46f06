/** The demo account of a first start. */
@NullMarked
package encore.infra.standalone.demo;

import org.jspecify.annotations.NullMarked;
