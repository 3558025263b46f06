package encore.api.browserlogin.pages;

import org.jspecify.annotations.Nullable;

/**
 * Says why a page is shown again.
 *
 * @param field the name of the field that the fan must change; null when it is none
 * @param sentence for the fan
 */
public record PageError(@Nullable String field, String sentence) {}
