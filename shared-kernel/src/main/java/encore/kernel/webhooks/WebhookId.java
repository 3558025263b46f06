package encore.kernel.webhooks;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** A webhook; prints as {@code webhook.<account>.<uid>}. */
public record WebhookId(long account, String uid) implements StreamId {

    @JsonCreator
    public static WebhookId parse(String text) {
        String[] parts = StreamNames.split(text, "webhook", 3);
        return new WebhookId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "webhook." + account + "." + uid;
    }
}
