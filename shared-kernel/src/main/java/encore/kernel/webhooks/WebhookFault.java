package encore.kernel.webhooks;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;

/** The reason for which Encore disabled a webhook. */
public enum WebhookFault {
    /** The endpoint answered 410. */
    GONE,
    /** The endpoint failed for five days. */
    UNREACHABLE;

    @JsonValue
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    static WebhookFault of(String word) {
        return Arrays.stream(values())
                .filter(fault -> fault.toString().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no such fault: " + word));
    }
}
