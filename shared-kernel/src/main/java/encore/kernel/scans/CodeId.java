package encore.kernel.scans;

import encore.kernel.StreamId;

/**
 * The stream of codes that were scanned before a registration or ticket held them; prints as
 * {@code code.<account>.<uid>}.
 */
@StreamId.Kind("code")
public record CodeId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
