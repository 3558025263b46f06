package encore.infra.eventstore.process.webhooks;

import encore.infra.eventstore.codec.EventJson;
import encore.kernel.StreamId;
import encore.kernel.webhooks.WebhookId;

/** The keys of the entries that the delivery of webhooks stores. */
public final class WebhookEntries {

    /** The prefix of the entries with the progress of each webhook. */
    public static final String ENDPOINTS = "endpoint/";

    private static final String LETTERS = "letter/";
    private static final String ATTEMPTS = "attempts/";

    private WebhookEntries() {}

    /** Returns the key of a webhook's {@link StoredEndpoint}. */
    public static String endpoint(WebhookId webhook) {
        return ENDPOINTS + webhook;
    }

    /** Returns the webhook that the key of a {@link StoredEndpoint} names. */
    public static WebhookId webhookOf(String endpointKey) {
        return StreamId.parse(WebhookId.class, endpointKey.substring(ENDPOINTS.length()));
    }

    /** Returns the prefix of the keys of a webhook's {@link StoredLetter}s, which sort by the ids of their messages. */
    public static String letters(WebhookId webhook) {
        return LETTERS + webhook + "/";
    }

    public static String letter(WebhookId webhook, String messageId) {
        return letters(webhook) + messageId;
    }

    /** Returns the prefix of the keys of a webhook's {@link StoredAttempts}, which sort by their numbers. */
    public static String attempts(WebhookId webhook) {
        return ATTEMPTS + webhook + "/";
    }

    public static String attempts(WebhookId webhook, long number) {
        return attempts(webhook) + "%019d".formatted(number);
    }

    public static String write(Object entry) {
        return EventJson.mapper().writeValueAsString(entry);
    }

    public static <T> T read(String json, Class<T> type) {
        return EventJson.mapper().readValue(json, type);
    }
}
