package encore.kernel.accounts;

import encore.kernel.StreamId;

/** A key pair of an account by its public half; prints as {@code key.<account>.<api_key>}. */
@StreamId.Kind("key")
public record KeyId(long account, String apiKey) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
