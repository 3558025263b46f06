package encore.command.fanstreams;

import encore.infra.eventstore.Claims.Claim;
import encore.kernel.fanstreams.FanStreamId;

/** The claims of imported records: a key is honoured once in a stream and network, and a deleted author stays out. */
final class RecordClaims {

    private static final String KEY_SPACE = "record_key";
    private static final String AUTHOR_SPACE = "deleted_author";

    private RecordClaims() {}

    static Claim key(FanStreamId stream, String network, String recordKey) {
        return claim(KEY_SPACE, stream, network, recordKey);
    }

    static Claim author(FanStreamId stream, String network, String authorId) {
        return claim(AUTHOR_SPACE, stream, network, authorId);
    }

    private static Claim claim(String space, FanStreamId stream, String network, String value) {
        return new Claim(space, stream.account(), String.join(".", stream.toString(), network, value));
    }
}
