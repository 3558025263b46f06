package encore.kernel.webhooks;

import encore.kernel.StreamId;

/** A webhook; prints as {@code webhook.<account>.<uid>}. */
@StreamId.Kind("webhook")
public record WebhookId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
