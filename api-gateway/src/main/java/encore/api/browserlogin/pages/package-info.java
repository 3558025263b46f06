/** The parts from which pages of a browser login are made: markup, style, fields and the headers of an answer. */
@NullMarked
package encore.api.browserlogin.pages;

import org.jspecify.annotations.NullMarked;
