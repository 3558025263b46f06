/** Settings of fans' logins: names that are staff's, and how many codes may be sent. */
@NullMarked
package encore.kernel.loginsettings;

import org.jspecify.annotations.NullMarked;
