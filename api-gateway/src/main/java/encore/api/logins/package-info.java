/**
 * The steps by which a fan proves a contact or a password. They open no session: the connect call and the browser login
 * do with a proof what they need.
 */
@NullMarked
package encore.api.logins;

import org.jspecify.annotations.NullMarked;
