package encore.query.webhooks.deliveries;

import org.jspecify.annotations.Nullable;

/**
 * The key of an attempt of a webhook.
 *
 * @param number the number of the entry that it is stored in
 * @param index its index in the entry
 */
record AttemptKey(long number, int index) {

    static @Nullable AttemptKey parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        int dot = text.indexOf('.');
        return new AttemptKey(Long.parseLong(text.substring(0, dot)), Integer.parseInt(text.substring(dot + 1)));
    }

    @Override
    public String toString() {
        return number + "." + index;
    }
}
